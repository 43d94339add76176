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
      'The owner of the study reads, changes and watches its sessions and opens their rosters; others do not find them.',
    decidedBy: 'thing',
  },
];
