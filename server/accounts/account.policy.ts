import type { AccessPolicy } from '../access/access-policies';
import type { Person } from '../access/person';

/** @param id of the requested account, not validated */
export const mayReadAccount = ({ role, account_id }: Person, id: string): boolean =>
  role === 'ADMINISTRATOR' || id.toLowerCase() === account_id;

export const accountPolicies: readonly AccessPolicy[] = [
  {
    name: 'account.read',
    means: 'People read their own account, administrators any; others do not find it.',
    decidedBy: 'thing',
  },
];
