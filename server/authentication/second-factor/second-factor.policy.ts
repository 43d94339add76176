import { DomainError } from '../../platform/errors/errors';
import type { AccessPolicy } from '../../access/access-policies';
import { mustHaveSignedInRecently } from '../../access/recent-sign-in';
import { mustBeEligibleForSecondFactor } from './factor-changes';

export const secondFactorPolicies: readonly AccessPolicy[] = [
  {
    name: 'second-factor.add',
    means:
      'Researchers and administrators with a proven address add a factor soon after a sign-in; who lost that right may still remove one.',
    decidedBy: 'request',
    decide: ({ person, now }) => {
      if (!person) throw new DomainError('unauthenticated');
      mustBeEligibleForSecondFactor(person);
      mustHaveSignedInRecently({ person }, now());
    },
  },
  {
    name: 'passkey.own',
    means: 'People remove their own passkeys; others do not find them.',
    decidedBy: 'thing',
  },
];
