import type { AccessPolicy } from '../../access/access-policies';

export const participationPolicies: readonly AccessPolicy[] = [
  {
    name: 'participation.move',
    means:
      'The participant makes a participant’s transitions, the owner of the study a researcher’s (docs/domain.md, 2); each is refused those of the other, and others do not find the participation.',
    decidedBy: 'thing',
  },
];
