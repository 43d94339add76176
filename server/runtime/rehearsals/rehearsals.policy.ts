import type { AccessPolicy } from '../../access/access-policies';

export const rehearsalPolicies: readonly AccessPolicy[] = [
  {
    name: 'rehearsal.run',
    means: 'Owner and editors of a study rehearse it; all others are refused.',
    decidedBy: 'thing',
  },
  {
    name: 'rehearsal.read',
    means: 'The people of a study see what its rehearsals told.',
    decidedBy: 'thing',
  },
];
