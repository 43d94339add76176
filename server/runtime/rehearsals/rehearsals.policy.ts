import type { AccessPolicy } from '../../access/access-policies';

export const rehearsalPolicies: readonly AccessPolicy[] = [
  {
    name: 'rehearsal.run',
    means:
      'Owner and editors of a study rehearse it; viewers are refused, for others there are no rehearsals.',
    decidedBy: 'thing',
  },
  {
    name: 'rehearsal.read',
    means: 'The people of a study see what its rehearsals told.',
    decidedBy: 'thing',
  },
];
