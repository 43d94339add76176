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
  {
    name: 'payment.read',
    means:
      'A participant reads the own payments; owner and editors of a study those of its sessions, by tag.',
    decidedBy: 'thing',
  },
  {
    name: 'payment.change',
    means:
      'The participant chooses, gives up and answers; owner and editors of the study confirm cash. Others do not find it.',
    decidedBy: 'thing',
  },
  {
    name: 'receipt.read',
    means:
      'Researchers read receipts of their own deposits, refunds and sessions; participants those of their own payments.',
    decidedBy: 'thing',
  },
  {
    name: 'receipt.names',
    means:
      'The owner of a study, and editors to whom its roster is open, open the names beside a disbursement log.',
    decidedBy: 'thing',
  },
  {
    name: 'expenses.read',
    means:
      'Researchers read the sums of their own wallets; with a study, all of its people those of its sessions, without wallets.',
    decidedBy: 'thing',
  },
];
