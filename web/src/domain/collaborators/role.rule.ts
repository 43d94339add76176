import type { StudyRole } from '../../../../contracts/collaborators/collaborators';

type Role = StudyRole | null | undefined;

/**
 * What a page offers to each role in a study, by the server's policy
 * (server/studies/study.policy.ts; test/architecture/roles.spec.ts compares the two). People
 * without a role are offered nothing.
 */
export const mayManageStudy = (role: Role): boolean => role === 'owner' || role === 'editor';

/** Whether a role may read runs, records and exports, all by participant code. */
export const mayReadStudyData = (role: Role): boolean => mayManageStudy(role) || role === 'analyst';
