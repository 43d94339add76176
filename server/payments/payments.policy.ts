import type { AccessPolicy } from '../access/access-policies';
import { DomainError } from '../platform/errors/errors';

export const paymentsPolicies: readonly AccessPolicy[] = [
  {
    name: 'wallet.read',
    means: 'Researchers see their own wallets and deposits; administrators those of everybody.',
    decidedBy: 'request',
    decide: ({ person, query }) => {
      if (!person) throw new DomainError('unauthenticated');
      const { researcher } = query as { researcher?: unknown };
      const isOwn = researcher === undefined || researcher === person.account_id;
      if (!isOwn && person.role !== 'ADMINISTRATOR') throw new DomainError('forbidden');
    },
  },
];
