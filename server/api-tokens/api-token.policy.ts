import type { AccessPolicy } from '../access/access-policies';
import { mustHaveSignedInRecently } from '../access/recent-sign-in';
import { DomainError } from '../platform/errors/errors';

export const apiTokenPolicies: readonly AccessPolicy[] = [
  {
    name: 'api-token.make',
    means: 'A researcher with a proven address, soon after a sign-in.',
    decidedBy: 'request',
    decide: ({ person, now }) => {
      if (!person) throw new DomainError('unauthenticated');
      if (person.status !== 'ACTIVE') throw new DomainError('email_not_verified');
      mustHaveSignedInRecently({ person }, now());
    },
  },
  {
    name: 'api-token.own',
    means: 'Researchers end their own tokens; others do not find them.',
    decidedBy: 'thing',
  },
];
