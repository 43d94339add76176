/**
 * @lane quick
 * @engines one: uses tables and transactions, but no queue, so it runs with only one kind of queue
 * (Redis or PostgreSQL)
 */
import { Client } from 'pg';
import { days } from '../../../server/platform/concurrency/clock';
import { ReleaseHolds } from '../../../server/payments/holds/release-holds';
import { startApp, TestClock, type SeparateApp } from '../../support/app/app';
import { participationRequestsOf } from '../enrolment/decisions/ends';
import { nullifyDecision, overturnDecision } from './decisions';
import { paidParticipantsOf } from './paid-participants';
import { spotPrice } from './payments-rig';

let run: SeparateApp;
let paid: ReturnType<typeof paidParticipantsOf>;
let ends: ReturnType<typeof participationRequestsOf>;
const clock = new TestClock();
beforeAll(async () => {
  run = await startApp({ clock, environment: { WALLET_LIMIT: '0', PLATFORM_FEE_BP: '1000' } });
  paid = paidParticipantsOf(run);
  ends = participationRequestsOf(run);
});
afterAll(() => run.close());

const names = { privacy_level: 'roster_on_start' } as const;

/** Makes a participant who completed, in a session that shows names. */
const one = async (amount = 10 * spotPrice) => {
  const r = await paid.launched(amount, names);
  const [participant] = await paid.completed(r);
  if (!participant) throw new Error('one');
  return { r, ...participant };
};

/** Runs, as the owner of the database, a statement that the product itself may not send. */
async function asOwner(statement: string, values: unknown[]): Promise<void> {
  const owner = new Client({ connectionString: run.engines.migrationDatabaseUrl });
  await owner.connect();
  try {
    await owner.query(statement, values);
  } finally {
    await owner.end();
  }
}

describe('A closed session', () => {
  it('gives back the money held for participants who were approved before the update', async () => {
    const { r, id } = await one();
    await asOwner(`DELETE FROM research.payment WHERE participation_id = $1`, [id]);
    await ends.act(id, r.researcher, { action: 'approve' });
    await paid.change(r, { state: 'closed' }).expect(200);
    const release = () => run.app.get(ReleaseHolds, { strict: false }).run();
    await run.app.get(ReleaseHolds, { strict: false }).release(r.session_id);
    expect(await paid.held(r)).toBe(spotPrice);
    clock.advance(days(31));
    await release();
    expect(await paid.held(r)).toBe(0);
  });

  it('takes nothing from the wallet for an overturned decision before it is booked', async () => {
    const r = await paid.launched(20 * spotPrice, names);
    const [done] = await paid.completed(r);
    if (!done) throw new Error('one');
    await ends.act(done.id, r.researcher, { action: 'approve' });
    await paid.book();
    await ends.act(done.id, r.researcher, nullifyDecision);
    await paid.change(r, { state: 'closed' }).expect(200);
    await paid.book();
    await run.app.get(ReleaseHolds, { strict: false }).release(r.session_id);
    const before = (await paid.balance(r.researcher))?.balance ?? 0;
    await ends.act(done.id, r.researcher, overturnDecision);
    expect((await paid.balance(r.researcher))?.balance).toBe(before);
    await paid.book();
    expect(await paid.owed(r)).toBe(450);
  });
});

describe('The ledger of payments', () => {
  it('owes an approved payment with its fee once, and takes it back when it is reversed', async () => {
    const { r, id } = await one();
    await ends.act(id, r.researcher, { action: 'approve' });
    await Promise.all([paid.book(), paid.book()]);
    expect([await paid.owed(r), await paid.held(r)]).toEqual([450, 9 * spotPrice]);
    await ends.act(id, r.researcher, nullifyDecision);
    await paid.book();
    expect([await paid.owed(r), await paid.held(r)]).toEqual([0, 10 * spotPrice]);
    await ends.act(id, r.researcher, overturnDecision);
    await paid.book();
    await paid.book();
    expect([await paid.owed(r), await paid.held(r)]).toEqual([450, 9 * spotPrice]);
  });

  it('books payments of an anonymous session on the next day', async () => {
    const r = await paid.launched(10 * spotPrice);
    const [done] = await paid.completed(r);
    if (!done) throw new Error('one');
    clock.advance(days(22));
    await ends.sweep();
    expect((await paid.payment(done.person)).state).toBe('approved');
    await paid.book();
    expect(await paid.owed(r)).toBeUndefined();
    clock.advance(days(1));
    await paid.book();
    expect(await paid.owed(r)).toBe(450);
  });

  it('takes from the wallet what the held money lacks, and waits when the wallet lacks it, too', async () => {
    const { r, person, id } = await one();
    await run.source.query(
      `UPDATE research.payment SET amount = 6000 WHERE participation_id = $1`,
      [id],
    );
    await ends.act(id, r.researcher, { action: 'approve' });
    await paid.book();
    expect([(await paid.owed(r)) ?? 0, await paid.held(r)]).toEqual([0, 10 * spotPrice]);
    await paid.fund(r.researcher, 6_000);
    await paid.book();
    expect([await paid.owed(r), await paid.held(r)]).toEqual([6_000, 0]);
    expect((await paid.payment(person)).state).toBe('approved');
  });

  it('holds nothing more for seats that are booked already when the capacity rises', async () => {
    const { r, id } = await one(12 * spotPrice);
    await ends.act(id, r.researcher, { action: 'approve' });
    await paid.book();
    await paid.change(r, { capacity: 12 }).expect(200);
    expect(await paid.held(r)).toBe(11 * spotPrice);
    expect(await paid.balance(r.researcher)).toMatchObject({ balance: 0 });
    await paid.change(r, { capacity: 13 }).expect(409);
  });
});
