import type { StudyRole } from '../../../../contracts/collaborators/collaborators';

type Role = StudyRole | null | undefined;

/**
 * Whether a role may change and run a study. These functions decide what a page offers; the server
 * checks the same policy (server/studies/study.policy.ts; test/architecture/roles.spec.ts compares
 * the two). People without a role are offered nothing.
 */
export const mayManageStudy = (role: Role): boolean => role === 'owner' || role === 'editor';

/**
 * Whether a role may read runs, records and exports. These contain participant codes instead of
 * names.
 */
export const mayReadStudyData = (role: Role): boolean => mayManageStudy(role) || role === 'analyst';
