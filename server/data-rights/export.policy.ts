import type { AccessPolicy } from '../access/access-policies';

export const exportPolicies: readonly AccessPolicy[] = [
  {
    name: 'export.own',
    means: 'People read and delete the exports of their own data; others do not find them.',
    decidedBy: 'thing',
  },
];
