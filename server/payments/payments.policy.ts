import type { AccessPolicy } from '../access/access-policies';

export const paymentsPolicies: readonly AccessPolicy[] = [
  {
    name: 'wallet.read',
    means: 'Researchers see their own wallets and deposits; administrators those of everybody.',
    decidedBy: 'thing',
  },
];
