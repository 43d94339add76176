import type { AccessPolicy } from '../access/access-policies';

export const messagePolicies: readonly AccessPolicy[] = [
  {
    name: 'message.participant',
    means: 'The participant alone reads and writes here about a participation.',
    decidedBy: 'thing',
  },
  {
    name: 'message.researcher',
    means: 'Who runs the study reads and writes, by the tag and the line of the roster.',
    decidedBy: 'thing',
  },
];
