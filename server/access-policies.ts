import { allOperations } from '../contracts/all-operations';
import { topics } from '../contracts/live';
import { AccessPolicies, type AccessPolicy, type Governed } from './access/access-policies';
import { accountPolicies } from './accounts/account.policy';
import { secondFactorPolicies } from './authentication/second-factor/second-factor.policy';
import { signInPolicies } from './authentication/sign-in.policy';
import { exportPolicies } from './data-rights/export.policy';
import { participationPolicies } from './enrolment/participations/participation.policy';
import { sessionPolicies } from './enrolment/sessions/session.policy';
import { studyPolicies } from './studies/study.policy';

/** The policies of all contexts. */
export const accessPolicies: readonly AccessPolicy[] = [
  ...accountPolicies,
  ...signInPolicies,
  ...secondFactorPolicies,
  ...studyPolicies,
  ...sessionPolicies,
  ...participationPolicies,
  ...exportPolicies,
];

/** Everything of the contract that states who may use it: operations and live topics. */
const governed: readonly Governed[] = [
  ...allOperations.map(({ method, path, access }) => ({
    what: `${method.toUpperCase()} ${path}`,
    access,
  })),
  ...Object.entries(topics).map(([kind, { access }]) => ({ what: `the topic ${kind}`, access })),
];

/** @throws Error which stops the boot, when the contract names a policy that no context has */
export const createAccessPolicies = (): AccessPolicies =>
  new AccessPolicies(accessPolicies, governed);
