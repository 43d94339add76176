import type { AccessPolicy } from '../../access/access-policies';

/**
 * The policies for transitions of a participation. docs/domain.md, section 2, defines who may make
 * which transition. A participant never makes the transitions of a researcher, and a researcher
 * never makes the transitions of a participant.
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
