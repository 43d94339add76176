import type { QueryClient } from '@tanstack/react-query';
import { listAssignments, listSubmissions } from '../../../../contracts/teaching/assignments';
import { listClassStudies, readClassReview } from '../../../../contracts/teaching/class-studies';
import {
  listClassrooms,
  listInvitations,
  listMembers,
  readClassroom,
} from '../../../../contracts/teaching/classrooms';
import { listPools, listTemplates, readFork } from '../../../../contracts/teaching/templates';
import type { createSpread } from './spread';

/** The endpoints that show a classroom, its people, its assignments and the studies of its students. */
export const ofClassroom = [
  ...[readClassroom, listClassrooms, listMembers],
  ...[listInvitations, listAssignments, listSubmissions],
  ...[listClassStudies, readClassReview, listTemplates, listPools, readFork],
];

/** A class may sit in one hall when its instructor changes something, so the requests of its pages are spread over time. */
export const createLiveClassrooms = (
  client: QueryClient,
  spread: ReturnType<typeof createSpread>,
  spreadMs: number,
) => ({
  changed: () =>
    spread.within(spreadMs, 'classroom', () => {
      for (const { path } of ofClassroom) void client.invalidateQueries({ queryKey: [path] });
    }),
});
