import type { AccessPolicy } from '../../access/access-policies';
import { DomainError } from '../../platform/errors/errors';

export const participantsPolicies: readonly AccessPolicy[] = [
  {
    name: 'participants.count',
    means: 'Only an approved researcher counts participants (docs/domain.md, 1).',
    decidedBy: 'request',
    decide: ({ person }) => {
      if (person?.researcher_privilege !== true) throw new DomainError('researcher_not_approved');
    },
  },
];
