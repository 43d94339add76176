import { randomUUID } from 'node:crypto';
import { balancesOf, findOrOpenSystemAccount, openAccount } from '../../../server/ledger/accounts';
import type { AccountKind } from '../../../server/ledger/account.entity';
import type { NewEntry, NewPosting } from '../../../server/ledger/entries/entry.rule';
import { postEntries } from '../../../server/ledger/entries/post-entries';
import { UnitOfWork, type Transaction } from '../../../server/platform/db/unit-of-work';
import type { RunningApp } from '../../support/app/app';

/** Posts to the ledger of a running application, as the contexts that use it do. */
export function ledgerOf({ app }: Pick<RunningApp, 'app'>) {
  const work = app.get(UnitOfWork);
  const run = <T>(what: (tx: Transaction) => Promise<T>) => work.run(what);
  const post = (postings: readonly NewPosting[], given: Partial<NewEntry> = {}) =>
    run((tx) =>
      postEntries(tx, [{ key: randomUUID(), kind: 'test', day: '2026-11-28', postings, ...given }]),
    ).then(([posted]) => {
      if (!posted) throw new Error('nothing was posted');
      return posted;
    });
  return {
    run,
    post,
    open: (
      kind: Extract<AccountKind, 'wallet' | 'hold' | 'payable'>,
      unit = 'EUR',
      minimum: number | null = 0,
    ) => run((tx) => openAccount(tx, kind, unit, minimum)),
    outside: (unit = 'EUR') => run((tx) => findOrOpenSystemAccount(tx, 'outside', unit)),
    balance: async (id: string) => {
      const found = await run((tx) => balancesOf(tx, [id]));
      return found.get(id)?.balance;
    },
  };
}
