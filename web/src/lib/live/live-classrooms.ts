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

/**
 * The endpoints that return data of a classroom: its people, its assignments and the studies of its
 * students.
 */
export const ofClassroom = [
  ...[readClassroom, listClassrooms, listMembers],
  ...[listInvitations, listAssignments, listSubmissions],
  ...[listClassStudies, readClassReview, listTemplates, listPools, readFork],
];

/**
 * Refetches the data of a classroom. A whole class may have its pages open in one lecture hall, so
 * the requests are spread over time.
 */
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
