import type { AccessPolicy } from '../../access/access-policies';

export const sessionPolicies: readonly AccessPolicy[] = [
  {
    name: 'session.read',
    means: 'The people of the study see how its sessions fill; others do not find them.',
    decidedBy: 'thing',
  },
  {
    name: 'session.manage',
    means:
      'Owner and editors of the study change its sessions and open rosters; analysts read what they recorded; all others are refused.',
    decidedBy: 'thing',
  },
];
