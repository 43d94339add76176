import { randomBytes, randomUUID } from 'node:crypto';
import type { Wallet } from '../../../contracts/payments/funding';
import type { SessionCost } from '../../../contracts/payments/session-cost';
import { balancesOf, findOrOpenSystemAccount } from '../../../server/ledger/accounts';
import { transferPostings } from '../../../server/ledger/entries/entry.rule';
import { postEntries } from '../../../server/ledger/entries/post-entries';
import { findOrOpenWallet } from '../../../server/payments/wallets/wallets';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import type { RunningApp } from '../../support/app/launch-app';
import { unique } from '../../support/chance/unique';
import { bodyOf } from '../../support/app/body-of';
import { makeResearcher, type TestPerson } from '../../support/people/people';
import {
  recruit,
  type RecruitingStudy,
  type RecruitingOptions,
} from '../../support/people/recruiting';

/**
 * Makes the wallet of a researcher in euros.
 * @param amount in cents, which the ledger's `outside` account transfers
 * @param walletLimit how far the balance may fall below zero; undefined for any balance
 * @returns the id of the wallet
 */
export async function fundWallet(
  run: Pick<RunningApp, 'app'>,
  researcherId: string,
  amount = 0,
  walletLimit?: number,
): Promise<string> {
  return run.app.get(UnitOfWork).run(async (tx) => {
    const wallet = await findOrOpenWallet(tx, researcherId, 'EUR', {
      currencies: ['EUR'],
      walletLimit,
    });
    if (amount > 0)
      await postEntries(tx, [
        {
          key: `test:${unique()}`,
          kind: 'allotment',
          day: '2026-11-29',
          postings: transferPostings(
            await findOrOpenSystemAccount(tx, 'outside', 'EUR'),
            wallet.account_id,
            amount,
          ),
        },
      ]);
    return wallet.id;
  });
}

/** Makes a transfer of 50 euros that a researcher announced. @returns its id */
export async function announceTestDeposit(
  run: RunningApp,
  researcher: TestPerson,
): Promise<string> {
  const answer = await run
    .http()
    .post('/api/deposits/')
    .set(researcher.headers)
    .send({ amount: 5_000, currency: 'EUR' })
    .expect(201);
  return (answer.body as { _id: string })._id;
}

/** Makes a payout that waits for a check. @returns its id */
export async function insertPayoutCheck(run: RunningApp): Promise<string> {
  const id = randomUUID();
  await run.source.query(
    `INSERT INTO identity.payout_check (id, payment_key, amount, currency, day, year_total, state)
     VALUES ($1, $2, 450, 'EUR', '2026-11-29', 60450, 'held')`,
    [id, randomBytes(32)],
  );
  return id;
}

/**
 * Reads the amount that is held for a session, in minor units of the currency; undefined if nothing
 * is held.
 */
export async function amountOnHold(
  run: RunningApp,
  sessionId: string,
): Promise<number | undefined> {
  const [hold]: { account_id: string }[] = await run.source.query(
    `SELECT account_id FROM research.session_hold WHERE session_id = $1`,
    [sessionId],
  );
  if (!hold) return undefined;
  return (await balancesOf(run.source, [hold.account_id])).get(hold.account_id)?.balance;
}

/** A reward of 4.50 euros and a fee of a tenth, in cents. */
export const spotPrice = 495;

/**
 * Makes requests about paid sessions. The installation takes a fee of a tenth, and holds the money
 * before a session launches.
 */
export function paidSessionRequestsOf(run: RunningApp) {
  const change = ({ session_id, researcher }: RecruitingStudy, body: object) =>
    run.http().put(`/api/sessions/${session_id}/`).set(researcher.headers).send(body);
  /** Makes a researcher with an amount in cents in the wallet. */
  const funded = async (amount: number): Promise<TestPerson> => {
    const researcher = await makeResearcher(run.source);
    await fundWallet(run, researcher._id, amount, 0);
    return researcher;
  };
  return {
    change,
    funded,
    cost: ({ session_id, researcher }: RecruitingStudy, query = '', who = researcher) =>
      bodyOf<SessionCost>(
        run.http().get(`/api/sessions/${session_id}/cost/${query}`).set(who.headers).expect(200),
      ),
    balance: async (researcher: TestPerson) => {
      const { items } = await bodyOf<{ items: Wallet[] }>(
        run.http().get('/api/wallets/').set(researcher.headers).expect(200),
      );
      return items[0];
    },
    launched: async (amount: number, options: RecruitingOptions = {}) =>
      recruit(run, { researcher: await funded(amount), capacity: 10, ...options }),
    /** @returns the participation's id */
    enrolled: async (
      { session_id, consent }: RecruitingStudy,
      person: TestPerson,
    ): Promise<string> => {
      const { _id } = await bodyOf<{ _id: string }>(
        run
          .http()
          .post(`/api/sessions/${session_id}/participations/`)
          .set(person.headers)
          .send({ consent })
          .expect(201),
      );
      return _id;
    },
    act: (participationId: string, who: TestPerson, body: object) =>
      run.http().put(`/api/participations/${participationId}/`).set(who.headers).send(body),
  };
}
