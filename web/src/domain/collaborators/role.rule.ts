import type { StudyRole } from '../../../../contracts/collaborators/collaborators';

type Role = StudyRole | null | undefined;

/**
 * What a page offers to each role in a study, as the server's policy permits it (server/studies/study.policy.ts;
 * test/architecture/roles.spec.ts compares the two). A person without a role is offered nothing.
 */
export const mayRun = (role: Role): boolean => role === 'owner' || role === 'editor';

/** Whether a role reads runs, records and exports, by participant code. */
export const readsData = (role: Role): boolean => mayRun(role) || role === 'analyst';
