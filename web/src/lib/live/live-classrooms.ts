import type { QueryClient } from '@tanstack/react-query';
import { listAssignments, listSubmissions } from '../../../../contracts/teaching/assignments';
import { listClassStudies, readClassReview } from '../../../../contracts/teaching/class-studies';
import {
  listClassrooms,
  listInvitations,
  listMembers,
  readClassroom,
} from '../../../../contracts/teaching/classrooms';
import { listPools, listTemplates, readStudyFork } from '../../../../contracts/teaching/templates';
import type { createRequestSpreader } from './spread';

/**
 * The endpoints that return data of a classroom: its people, its assignments and the studies of its
 * students.
 */
export const endpointsOfClassroom = [
  ...[readClassroom, listClassrooms, listMembers],
  ...[listInvitations, listAssignments, listSubmissions],
  ...[listClassStudies, readClassReview, listTemplates, listPools, readStudyFork],
];

/**
 * Refetches the data of a classroom. The requests are spread over time, since all students in a
 * lecture hall may have a page of the class open.
 */
export const createLiveClassrooms = (
  client: QueryClient,
  spread: ReturnType<typeof createRequestSpreader>,
  spreadMs: number,
) => ({
  changed: () =>
    spread.within(spreadMs, 'classroom', () => {
      for (const { path } of endpointsOfClassroom)
        void client.invalidateQueries({ queryKey: [path] });
    }),
});
