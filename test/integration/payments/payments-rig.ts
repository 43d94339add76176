import { balancesOf, commonAccount } from '../../../server/ledger/accounts';
import { transfer } from '../../../server/ledger/entries/entry.rule';
import { postEntries } from '../../../server/ledger/entries/post-entries';
import { walletOf } from '../../../server/payments/wallets/wallets';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import type { RunningApp } from '../../support/app/launch-app';
import { unique } from '../../support/chance/unique';
import type { TestPerson } from '../../support/people/people';

/**
 * The wallet of a researcher in euros, with an amount in cents from outside.
 * @param walletLimit how far it may fall below zero; undefined for any balance
 * @returns its id
 */
export async function walletIdOf(
  run: Pick<RunningApp, 'app'>,
  researcherId: string,
  amount = 0,
  walletLimit?: number,
): Promise<string> {
  return run.app.get(UnitOfWork).run(async (tx) => {
    const wallet = await walletOf(tx, researcherId, 'EUR', {
      currencies: ['EUR'],
      walletLimit,
    });
    if (amount > 0)
      await postEntries(tx, [
        {
          key: `test:${unique()}`,
          kind: 'allotment',
          day: '2026-11-29',
          postings: transfer(await commonAccount(tx, 'outside', 'EUR'), wallet.account_id, amount),
        },
      ]);
    return wallet.id;
  });
}

/** A transfer of 50 euros that a researcher announced. @returns its id */
export async function depositOf(run: RunningApp, researcher: TestPerson): Promise<string> {
  const answer = await run
    .http()
    .post('/api/deposits/')
    .set(researcher.headers)
    .send({ amount: 5_000, currency: 'EUR' })
    .expect(201);
  return (answer.body as { _id: string })._id;
}

/** What is held for a session, in minor units; undefined where there is no hold. */
export async function holdOf(run: RunningApp, sessionId: string): Promise<number | undefined> {
  const [hold]: { account_id: string }[] = await run.source.query(
    `SELECT account_id FROM research.session_hold WHERE session_id = $1`,
    [sessionId],
  );
  if (!hold) return undefined;
  return (await balancesOf(run.source, [hold.account_id])).get(hold.account_id)?.balance;
}
