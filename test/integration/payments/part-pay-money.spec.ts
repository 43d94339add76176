/**
 * @engines one: uses tables and transactions, but no queue, so it runs with only one kind of queue
 * (Redis or PostgreSQL)
 */
import { ReleaseHolds } from '../../../server/payments/holds/release-holds';
import { days } from '../../../server/platform/concurrency/clock';
import { startApp, TestClock, type SeparateApp } from '../../support/app/app';
import type { RecruitingStudy } from '../../support/people/recruiting';
import { participationRequestsOf } from '../enrolment/decisions/ends';
import { paidParticipantsOf, type PaidParticipant } from './paid-participants';
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

/**
 * The part of the reward that is paid, in cents: 2.25 euros, and a fee of a tenth, rounded half up.
 */
const part = 225 + 23;
const pay = { withdrawn: { kind: 'part', percent: 50 }, screened_out: { kind: 'none' } } as const;
/**
 * Launches a session of two spots.
 * @param amount the money in the wallet before the launch
 */
const two = (amount: number, privacy_level = 'roster_on_start') =>
  paid.launched(amount, { privacy_level, pay, capacity: 2 });
const leaves = async (r: RecruitingStudy): Promise<PaidParticipant> => {
  const [participant] = await paid.started(r);
  if (!participant) throw new Error('one');
  await ends.act(participant.id, participant.person, { action: 'withdraw' });
  return participant;
};
const wallet = async (r: RecruitingStudy) => (await paid.balance(r.researcher))?.balance;
const money = async (r: RecruitingStudy) => ({
  wallet: await wallet(r),
  held: await paid.held(r),
  owed: (await paid.owed(r)) ?? 0,
});

describe('The money for partial pay', () => {
  it('comes from the wallet, and does not use the money that is held for spots', async () => {
    const r = await two(2 * spotPrice + 1_000);
    await leaves(r);
    await Promise.all([paid.book(), paid.book()]);
    expect(await money(r)).toEqual({ wallet: 1_000 - part, held: 2 * spotPrice, owed: 225 });
    const done = await paid.completed(r, 2);
    for (const { id } of done) await ends.act(id, r.researcher, { action: 'approve' });
    await paid.book();
    expect(await money(r)).toEqual({ wallet: 1_000 - part, held: 0, owed: 225 + 2 * 450 });
  });

  it('comes from the held money when the wallet lacks it, and a change of the session refills the held money', async () => {
    const r = await two(2 * spotPrice + 100);
    await leaves(r);
    await paid.book();
    expect(await money(r)).toEqual({ wallet: 0, held: 2 * spotPrice - (part - 100), owed: 225 });
    expect(await paid.cost(r)).toMatchObject({ total: 2 * spotPrice, missing: part - 100 });
    await paid.fund(r.researcher, 1_000);
    await paid.change(r, { capacity: 3 }).expect(200);
    expect(await money(r)).toEqual({
      wallet: 1_000 - spotPrice - (part - 100),
      held: 3 * spotPrice,
      owed: 225,
    });
  });

  it('keeps the last payment waiting while neither wallet nor hold has enough money', async () => {
    const r = await two(2 * spotPrice);
    await leaves(r);
    await paid.book();
    const done = await paid.completed(r, 2);
    for (const { id } of done) await ends.act(id, r.researcher, { action: 'approve' });
    await paid.book();
    expect(await paid.owed(r)).toBe(225 + 450);
    await paid.fund(r.researcher, part);
    await paid.book();
    expect(await money(r)).toEqual({ wallet: 0, held: 0, owed: 225 + 2 * 450 });
  });

  it('goes back to the wallet or hold that it came from when the participant gives it up', async () => {
    const r = await two(2 * spotPrice + 100);
    const { person } = await leaves(r);
    await paid.book();
    const { _id } = await paid.payment(person);
    await paid.pay(_id, person, { action: 'waive' }).expect(200);
    await paid.book();
    expect(await money(r)).toEqual({ wallet: 100, held: 2 * spotPrice, owed: 0 });
  });

  it('is booked after its session was closed, and the hold of its spot is given back', async () => {
    const r = await two(2 * spotPrice);
    await leaves(r);
    await paid.change(r, { state: 'closed' }).expect(200);
    await run.app.get(ReleaseHolds, { strict: false }).release(r.session_id);
    expect(await money(r)).toEqual({ wallet: 2 * spotPrice, held: 0, owed: 0 });
    await paid.book();
    expect(await money(r)).toEqual({ wallet: 2 * spotPrice - part, held: 0, owed: 225 });
  });

  it('is booked on the next day if the session is anonymous', async () => {
    const r = await two(2 * spotPrice + 1_000, 'anonymous');
    await leaves(r);
    await paid.book();
    expect(await wallet(r)).toBe(1_000);
    clock.advance(days(1));
    await paid.book();
    expect(await money(r)).toEqual({ wallet: 1_000 - part, held: 2 * spotPrice, owed: 225 });
  });
});
