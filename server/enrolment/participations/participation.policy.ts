import type { AccessPolicy } from '../../access/access-policies';

/**
 * The actor of each transition: docs/domain.md, 2. The policy refuses the other side's transitions.
 */
export const participationPolicies: readonly AccessPolicy[] = [
  {
    name: 'participation.move',
    means:
      'Participant and owner of the study make each their own transitions; others do not find it.',
    decidedBy: 'thing',
  },
  {
    name: 'participation.receipt',
    means: 'The participant alone reads the receipt of their agreement.',
    decidedBy: 'thing',
  },
];
