import type { AccessPolicy } from '../../access/access-policies';

/** Whose transition each is: docs/domain.md, 2. One of the other side is refused. */
export const participationPolicies: readonly AccessPolicy[] = [
  {
    name: 'participation.move',
    means:
      'Participant and owner of the study make each their own transitions; others do not find it.',
    decidedBy: 'thing',
  },
];
