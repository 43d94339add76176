import type { AccessPolicy } from '../../access/access-policies';

/**
 * Who may make which transition is defined in docs/domain.md, 2. A participant cannot make the
 * transitions of a researcher, and the reverse.
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
