import type { AccessPolicy } from '../access/access-policies';

export const slotsPolicies: readonly AccessPolicy[] = [
  {
    name: 'slot.manage',
    means:
      'Who runs a session plans its slots and notes who came; the study’s other people read them, and all others do not find them.',
    decidedBy: 'thing',
  },
  {
    name: 'slot.book',
    means: 'The participant alone books, moves and cancels; others do not find the participation.',
    decidedBy: 'thing',
  },
];
