/**
 * @lane quick
 * @engines one: rows and transactions; no queue is involved
 */
import { hours } from '../../../server/platform/concurrency/clock';
import { ReleaseHolds } from '../../../server/payments/holds/release-holds';
import type { SessionCost } from '../../../contracts/payments/session-cost';
import { bodyOf } from '../../support/app/body-of';
import { startApp, TestClock, type OwnApp } from '../../support/app/app';
import { makePeople, makeResearcher, type TestPerson } from '../../support/people/people';
import { recruit, type Recruiting, type RecruitingOptions } from '../../support/people/recruiting';
import { holdOf, walletIdOf } from './payments-rig';

// Researchers here must have the money in their wallets, and pay a fee of a tenth.
let run: OwnApp;
const clock = new TestClock();
beforeAll(async () => {
  run = await startApp({ clock, environment: { WALLET_LIMIT: '0', PLATFORM_FEE_BP: '1000' } });
});
afterAll(() => run.close());

/** A reward of 4.50 euros and its fee. */
const price = 495;

const change = ({ session_id, researcher }: Recruiting, body: object) =>
  run.http().put(`/api/sessions/${session_id}/`).set(researcher.headers).send(body);
const cost = async ({ session_id, researcher }: Recruiting, query = '') =>
  (
    await run
      .http()
      .get(`/api/sessions/${session_id}/cost/${query}`)
      .set(researcher.headers)
      .expect(200)
  ).body as SessionCost;
const funded = async (amount: number): Promise<TestPerson> => {
  const researcher = await makeResearcher(run.source);
  await walletIdOf(run, researcher._id, amount, 0);
  return researcher;
};
const balance = async (researcher: TestPerson) => {
  const body = await bodyOf(run.http().get('/api/wallets/').set(researcher.headers).expect(200));
  return (body as { items: { balance: number; held: number }[] }).items[0];
};
const launched = async (amount: number, options: RecruitingOptions = {}) => {
  const researcher = await funded(amount);
  return recruit(run, { researcher, capacity: 10, ...options });
};
const enrol = async ({ session_id, consent }: Recruiting, person: TestPerson) => {
  const body = await bodyOf(
    run
      .http()
      .post(`/api/sessions/${session_id}/participations/`)
      .set(person.headers)
      .send({ consent })
      .expect(201),
  );
  const { _id } = body as { _id: string };
  return (action: string) =>
    run.http().put(`/api/participations/${_id}/`).set(person.headers).send({ action }).expect(200);
};
const released = () => run.app.get(ReleaseHolds, { strict: false });

describe('Launching a paid session', () => {
  it('holds spots times reward and fee in the launch’s transaction', async () => {
    const r = await launched(10 * price + 7);
    expect(await holdOf(run, r.session_id)).toBe(10 * price);
    expect(await balance(r.researcher)).toMatchObject({ balance: 7, held: 10 * price });
  });

  it('is refused and launches nothing where the wallet lacks a cent', async () => {
    const researcher = await funded(10 * price - 1);
    await expect(recruit(run, { researcher, capacity: 10 })).rejects.toThrow('insufficient_funds');
    const [row]: { launched: number }[] = await run.source.query(
      `SELECT count(*)::int AS launched FROM research.session s JOIN research.study t ON t.id = s.study_id
       WHERE t.owner_id = $1 AND s.launched_at IS NOT NULL`,
      [researcher._id],
    );
    expect([row?.launched, (await balance(researcher))?.balance]).toEqual([0, 10 * price - 1]);
  });

  it('succeeds for one of two sessions at once where there is money for one', async () => {
    const researcher = await funded(10 * price);
    const answers = await Promise.allSettled([
      recruit(run, { researcher, capacity: 10 }),
      recruit(run, { researcher, capacity: 10 }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await balance(researcher)).toMatchObject({ balance: 0, held: 10 * price });
  });

  it('holds nothing and opens no wallet for a session without a reward', async () => {
    const researcher = await makeResearcher(run.source);
    const free = await recruit(run, { researcher, reward: null });
    expect(await holdOf(run, free.session_id)).toBeUndefined();
    expect(await balance(researcher)).toBeUndefined();
    expect(await cost(free)).toMatchObject({ total: 0, missing: 0, currency: null });
  });
});

describe('The cost of a session', () => {
  it('states what another capacity and reward would need', async () => {
    const r = await launched(10 * price + 100);
    expect(await cost(r)).toEqual({
      seats: 10,
      reward: 450,
      fee: 45,
      total: 10 * price,
      held: 10 * price,
      missing: 0,
      currency: 'EUR',
    });
    expect(await cost(r, '?capacity=11')).toMatchObject({
      total: 11 * price,
      missing: price - 100,
    });
    expect(await cost(r, '?capacity=5')).toMatchObject({ total: 5 * price, missing: 0 });
    expect(await cost(r, '?reward=455')).toMatchObject({ reward: 455, fee: 46, missing: 0 });
    expect(await cost(r, '?reward=500')).toMatchObject({ fee: 50, missing: 450 });
  });
});

describe('Changing a launched session', () => {
  it('holds the difference of a higher capacity or reward, and gives back that of a lower capacity', async () => {
    const r = await launched(20 * price);
    await change(r, { capacity: 12 }).expect(200);
    expect(await holdOf(run, r.session_id)).toBe(12 * price);
    await change(r, { capacity: 8 }).expect(200);
    expect(await holdOf(run, r.session_id)).toBe(8 * price);
    await change(r, { reward: { amount: 900, currency: 'EUR' } }).expect(200);
    expect(await holdOf(run, r.session_id)).toBe(8 * 2 * price);
    expect(await balance(r.researcher)).toMatchObject({ balance: 4 * price, held: 16 * price });
  });

  it('is refused without the money, and changes nothing', async () => {
    const r = await launched(10 * price);
    const body = await bodyOf(change(r, { capacity: 11, name: 'Renamed' }).expect(409));
    expect(body).toMatchObject({ code: 'insufficient_funds' });
    const [row]: { capacity: number; name: string | null }[] = await run.source.query(
      `SELECT capacity, name FROM research.session WHERE id = $1`,
      [r.session_id],
    );
    expect(row).toEqual({ capacity: 10, name: null });
  });

  it('keeps the sum of wallet and hold while many changes happen at once', async () => {
    const r = await launched(30 * price);
    const capacities = [11, 25, 14, 30, 12, 28, 10, 19];
    await Promise.all(capacities.map((capacity) => change(r, { capacity })));
    const [row]: { capacity: number }[] = await run.source.query(
      `SELECT capacity FROM research.session WHERE id = $1`,
      [r.session_id],
    );
    const held = (row?.capacity ?? 0) * price;
    expect(await balance(r.researcher)).toEqual(
      expect.objectContaining({ balance: 30 * price - held, held }),
    );
  });

  it('holds nothing more for a change of its name, its pause or its reopening', async () => {
    const r = await launched(10 * price);
    for (const body of [{ name: 'Renamed' }, { state: 'paused' }, { state: 'active' }])
      await change(r, body).expect(200);
    expect(await holdOf(run, r.session_id)).toBe(10 * price);
  });
});

describe('Closing a session', () => {
  it('gives back at once what nobody can claim, where names may be shown', async () => {
    const r = await launched(10 * price, { privacy_level: 'roster_on_start' });
    const [done, gone] = await makePeople(run.source, 2);
    if (!done || !gone) throw new Error('two');
    const finish = await enrol(r, done);
    await finish('start');
    await finish('complete');
    await (
      await enrol(r, gone)
    )('withdraw');
    await change(r, { state: 'closed' }).expect(200);
    await released().release(r.session_id);
    expect(await holdOf(run, r.session_id)).toBe(price);
    await released().release(r.session_id);
    expect(await balance(r.researcher)).toMatchObject({ balance: 9 * price, held: price });
  });

  it('gives back nothing before the next day where the session is anonymous', async () => {
    const r = await launched(10 * price);
    const [person] = await makePeople(run.source, 1);
    if (!person) throw new Error('one');
    await enrol(r, person);
    await change(r, { state: 'closed' }).expect(200);
    await released().release(r.session_id);
    await released().run();
    expect(await holdOf(run, r.session_id)).toBe(10 * price);
    clock.advance(hours(24));
    await released().run();
    expect(await holdOf(run, r.session_id)).toBe(price);
  });

  it('leaves the hold of an open session as it is', async () => {
    const r = await launched(10 * price);
    await released().release(r.session_id);
    expect(await holdOf(run, r.session_id)).toBe(10 * price);
  });
});
