import type { StudyRole } from '../../../../contracts/collaborators/collaborators';

type Role = StudyRole | null | undefined;

/**
 * Whether a role may change and run a study. The page hides what a role may not do. The server
 * checks the same policy itself (server/studies/study.policy.ts); test/architecture/roles.spec.ts
 * compares the two.
 */
export const mayManageStudy = (role: Role): boolean => role === 'owner' || role === 'editor';

/**
 * Whether a role may read runs, records and exports. These contain participant codes instead of
 * names.
 */
export const mayReadStudyData = (role: Role): boolean => mayManageStudy(role) || role === 'analyst';
