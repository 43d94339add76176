/**
 * @lane quick
 * @engines one: uses tables and transactions, but no queue, so it runs with only one kind of queue
 * (Redis or PostgreSQL)
 */
import { days } from '../../../server/platform/concurrency/clock';
import { ReleaseHolds } from '../../../server/payments/holds/release-holds';
import { startApp, TestClock, type SeparateApp } from '../../support/app/app';
import { makePeople, type TestPerson } from '../../support/people/people';
import type { RecruitingStudy } from '../../support/people/recruiting';
import { participationRequestsOf } from '../enrolment/decisions/ends';
import { overturnDecision, rejectDecision } from './decisions';
import { amountOnHold, paidSessionRequestsOf, spotPrice } from './payments-rig';

let run: SeparateApp;
let paid: ReturnType<typeof paidSessionRequestsOf>;
let ends: ReturnType<typeof participationRequestsOf>;
const clock = new TestClock();
beforeAll(async () => {
  run = await startApp({ clock, environment: { WALLET_LIMIT: '0', PLATFORM_FEE_BP: '1000' } });
  paid = paidSessionRequestsOf(run);
  ends = participationRequestsOf(run);
});
afterAll(() => run.close());

const holds = () => run.app.get(ReleaseHolds, { strict: false });
const names = { privacy_level: 'roster_on_start' } as const;

/** Lets these people enrol in the session and complete it. @returns the participations' ids */
const completedBy = (r: RecruitingStudy, people: readonly TestPerson[]) =>
  Promise.all(
    people.map(async (person) => {
      const id = await paid.enrolled(r, person);
      for (const action of ['start', 'complete'])
        await paid.act(id, person, { action }).expect(200);
      return id;
    }),
  );
const close = async (r: RecruitingStudy) => {
  await paid.change(r, { state: 'closed' }).expect(200);
  await holds().release(r.session_id);
};

describe('A closed session', () => {
  it('gives back immediately what no participant can claim, if names may be shown', async () => {
    const r = await paid.launched(10 * spotPrice, names);
    const [done, gone] = await makePeople(run.source, 2);
    if (!done || !gone) throw new Error('two');
    await completedBy(r, [done]);
    await paid.act(await paid.enrolled(r, gone), gone, { action: 'withdraw' }).expect(200);
    await close(r);
    expect(await amountOnHold(run, r.session_id)).toBe(spotPrice);
    expect(await paid.balance(r.researcher)).toMatchObject({
      balance: 9 * spotPrice,
      held: spotPrice,
    });
  });

  it('gives back nothing before the next day if it is anonymous', async () => {
    const r = await paid.launched(10 * spotPrice);
    const [person] = await makePeople(run.source, 1);
    if (!person) throw new Error('one');
    await paid.enrolled(r, person);
    await close(r);
    await holds().run();
    expect(await amountOnHold(run, r.session_id)).toBe(10 * spotPrice);
    clock.advance(days(1));
    await holds().run();
    expect(await amountOnHold(run, r.session_id)).toBe(spotPrice);
  });

  it('holds money for a rejected participant as long as the decision can be overturned', async () => {
    const r = await paid.launched(10 * spotPrice, names);
    const [person] = await makePeople(run.source, 1);
    if (!person) throw new Error('one');
    const [id = ''] = await completedBy(r, [person]);
    await ends.act(id, r.researcher, rejectDecision);
    await close(r);
    expect(await amountOnHold(run, r.session_id)).toBe(spotPrice);
    clock.advance(days(29));
    await holds().run();
    expect(await amountOnHold(run, r.session_id)).toBe(spotPrice);
    clock.advance(days(2));
    await holds().run();
    expect(await amountOnHold(run, r.session_id)).toBe(0);
  });

  it('takes nothing more from the wallet when more people may claim pay than it has spots, and does not stop other sessions', async () => {
    const full = await paid.launched(2 * spotPrice, { ...names, capacity: 2 });
    const [one, two, three] = await makePeople(run.source, 3);
    if (!one || !two || !three) throw new Error('three');
    const [id = ''] = await completedBy(full, [one, two]);
    await ends.act(id, full.researcher, rejectDecision);
    await completedBy(full, [three]);
    const other = await paid.launched(2 * spotPrice, { ...names, capacity: 2 });
    await close(full);
    await close(other);
    expect(await amountOnHold(run, full.session_id)).toBe(2 * spotPrice);
    expect(await amountOnHold(run, other.session_id)).toBe(0);
    clock.advance(days(1));
    await holds().run();
    expect(await amountOnHold(run, full.session_id)).toBe(2 * spotPrice);
  });

  it('is found even if its event was lost', async () => {
    const r = await paid.launched(10 * spotPrice, names);
    await paid.change(r, { state: 'closed' }).expect(200);
    expect(await holds().findClosed()).toBeGreaterThan(0);
    await holds().run();
    expect(await amountOnHold(run, r.session_id)).toBe(0);
  });

  it('must hold the reward that is raised in the request that closes it', async () => {
    const r = await paid.launched(10 * spotPrice);
    const body = { state: 'closed', reward: { amount: 451, currency: 'EUR' } };
    expect((await paid.change(r, body).expect(409)).body).toMatchObject({
      code: 'insufficient_funds',
    });
  });

  it('leaves the money that is held for an open session unchanged', async () => {
    const r = await paid.launched(10 * spotPrice);
    await holds().release(r.session_id);
    await holds().findClosed();
    expect(await amountOnHold(run, r.session_id)).toBe(10 * spotPrice);
  });
});

describe('An overturned decision', () => {
  it('holds for the added spot what the wallet has, and is not refused without money', async () => {
    const r = await paid.launched(2 * spotPrice + 100, { ...names, capacity: 2 });
    const [one, two, three] = await makePeople(run.source, 3);
    if (!one || !two || !three) throw new Error('three');
    const [id = ''] = await completedBy(r, [one, two]);
    await ends.act(id, r.researcher, rejectDecision);
    await completedBy(r, [three]);
    expect((await ends.act(id, r.researcher, overturnDecision)).status).toBe(200);
    expect(await amountOnHold(run, r.session_id)).toBe(2 * spotPrice + 100);
    expect(await paid.cost(r)).toMatchObject({ seats: 3, missing: spotPrice - 100 });
    // Without money in the wallet, changes that raise no cost are accepted, and those that raise it
    // are refused.
    for (const body of [{ state: 'paused' }, { state: 'active' }, { capacity: 3 }])
      await paid.change(r, body).expect(200);
    await paid.change(r, { capacity: 4 }).expect(409);
  });
});
