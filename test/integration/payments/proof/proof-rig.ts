import type { Client } from 'pg';
import type { PayoutBatchDetails } from '../../../../contracts/payments/bank-payouts';
import { SealEntries } from '../../../../server/ledger/chain/seal-entries';
import type { PaymentsProof } from '../../../../server/payments/proof/payments-proof';
import { days } from '../../../../server/platform/concurrency/clock';
import type { SeparateApp, TestClock } from '../../../support/app/app';
import { unique } from '../../../support/chance/unique';
import { makeAdministrator } from '../../../support/people/people';
import { participationRequestsOf } from '../../enrolment/decisions/ends';
import { paidParticipantsOf, type PaidParticipant } from '../paid-participants';
import { receiptRequestsOf } from '../receipts/receipts-rig';

/**
 * Makes payments of a session in each state that the ledger knows, gift codes in stock, and
 * receipts.
 */
export async function makePaymentHistory(
  run: SeparateApp,
  clock: TestClock,
): Promise<Record<string, string>> {
  const [paid, ends, receipts] = [
    paidParticipantsOf(run),
    participationRequestsOf(run),
    receiptRequestsOf(run),
  ];
  const administrator = await makeAdministrator(run.source);
  const r = await paid.launched(100_000, { privacy_level: 'roster_on_start', capacity: 10 });
  await paid.offer(r, 'cash', 'gift_code', 'bank').expect(200);
  const lines = [1, 2].map(() => `Shop,4.50,EUR,${unique()},,`).join('\n');
  await run
    .http()
    .post('/api/gift-codes/')
    .set(r.researcher.headers)
    .attach('file', Buffer.from(`brand,amount,currency,code,pin,expires\n${lines}\n`), {
      filename: 'codes.csv',
      contentType: 'text/csv',
    })
    .expect(201);
  const people = await paid.completed(r, 6);
  const [cash, gift, bank, waived, owed, due] = people;
  if (!cash || !gift || !bank || !waived || !owed || !due) throw new Error('six people');
  const idOf = async ({ person }: PaidParticipant) => (await paid.payment(person))._id;
  for (const { id } of [cash, gift, bank, waived, owed])
    await ends.act(id, r.researcher, { action: 'approve' });
  await paid.book();
  const { code } = (await paid.code(cash.id, cash.person)).body as { code: string };
  const confirmation = { action: 'confirm-cash', code };
  await paid.pay(await idOf(cash), r.researcher, confirmation).expect(200);
  const choices = [
    [gift, { action: 'choose', method: 'gift_code' }],
    [
      bank,
      {
        action: 'choose',
        method: 'bank',
        account: { holder: 'Ada', iban: 'DE89370400440532013000' },
      },
    ],
    [waived, { action: 'waive' }],
  ] as const;
  for (const [one, body] of choices) await paid.pay(await idOf(one), one.person, body).expect(200);
  await paid.continue();
  const batches = (path: string) => `/api/payout-batches/${path}`;
  const drawn = await run
    .http()
    .post(batches(''))
    .set(administrator.headers)
    .send({ currency: 'EUR' })
    .expect(201);
  const batch = batches(`${(drawn.body as { _id: string })._id}/`);
  const shown = await run.http().get(batch).set(administrator.headers).expect(200);
  const settle = {
    lines: (shown.body as PayoutBatchDetails).lines.map(({ _id }) => ({ id: _id, state: 'paid' })),
  };
  await run.http().put(batch).set(administrator.headers).send(settle).expect(200);
  await paid.continue();
  await paid.book();
  // Books again three days later, because the verification reports rows that are not booked after
  // three days.
  clock.advance(days(3));
  const [later] = await paid.completed(r);
  if (!later) throw new Error('one more');
  await ends.act(later.id, r.researcher, { action: 'approve' });
  await paid.book();
  const deposits = [1, 2, 3].map(() => receipts.confirmed(r.researcher, administrator));
  for (const id of await Promise.all(deposits)) await receipts.receipt('deposit', id, r.researcher);
  await receipts.receipt('session', r.session_id, r.researcher);
  await run.app.get(SealEntries).run();
  const [row]: { wallet: string }[] = await run.source.query(
    `SELECT w.id AS wallet FROM identity.wallet w JOIN research.session_hold h ON h.wallet_account_id = w.account_id
     WHERE h.session_id = $1`,
    [r.session_id],
  );
  return {
    session: r.session_id,
    cash: await idOf(cash),
    gift: await idOf(gift),
    bank: await idOf(bank),
    waived: await idOf(waived),
    owed: await idOf(owed),
    due: await idOf(due),
    wallet: row?.wallet ?? '',
  };
}

/**
 * Runs the statement as the owner of the database, without triggers, lets the verification run, and
 * rolls back.
 * @returns what the verification found
 */
export async function findingsAfterDamage(
  owner: Client,
  proof: PaymentsProof,
  ids: Readonly<Record<string, string>>,
  statement: string,
): Promise<string[]> {
  const found: string[] = [];
  await owner.query('BEGIN');
  await owner.query('SET LOCAL session_replication_role = replica');
  const names = Object.entries(ids).sort(([a], [b]) => b.length - a.length);
  const sql = names.reduce((text, [name, id]) => text.replaceAll(`:${name}`, `'${id}'`), statement);
  const { rowCount } = await owner.query(sql);
  expect(rowCount).toBeGreaterThan(0);
  const query = async <Row>(text: string, values: unknown[] = []) =>
    (await owner.query(text, values)).rows as Row[];
  await proof.run({ query }, (damage, of) => found.push(`${damage} ${of}`));
  await owner.query('ROLLBACK');
  const byId = Object.fromEntries(names.map(([name, id]) => [id, name]));
  return [...new Set(found)].map((text) => {
    const id = Object.keys(byId).find((one) => text.includes(one));
    return id === undefined ? text : text.replaceAll(id, byId[id] ?? '');
  });
}
