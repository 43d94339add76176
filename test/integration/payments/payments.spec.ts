/**
 * @lane quick
 * @engines one: uses tables and transactions, but no queue, so it runs with only one kind of queue
 * (Redis or PostgreSQL)
 */
import { days } from '../../../server/platform/concurrency/clock';
import { ExpireUnclaimedPaymentsJob } from '../../../server/payments/payments/expire-unclaimed-payments.job';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import { startApp, TestClock, type SeparateApp } from '../../support/app/app';
import { bodyOf } from '../../support/app/body-of';
import { makePerson, makeResearcher } from '../../support/people/people';
import { participationRequestsOf } from '../enrolment/decisions/ends';
import { nullifyDecision, overturnDecision, rejectDecision } from './decisions';
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

describe('The payment of a participation', () => {
  it('is due at the completion, and approved with the participation', async () => {
    const { r, person, id } = await one();
    expect(await paid.payment(person)).toMatchObject({
      participation_id: id,
      amount: 450,
      currency: 'EUR',
      state: 'due',
      methods: [],
      claim_until: null,
    });
    await ends.act(id, r.researcher, { action: 'approve' });
    expect(await paid.payment(person)).toMatchObject({ state: 'approved', methods: ['cash'] });
  });

  it('is created only for a completed participation, and for none of a session without a reward', async () => {
    const r = await paid.launched(10 * spotPrice, names);
    const [started] = await paid.started(r);
    const free = await paid.launched(0, { ...names, reward: null });
    const [done] = await paid.completed(free);
    if (!started || !done) throw new Error('two');
    expect(await paid.own(started.person)).toEqual([]);
    expect(await paid.own(done.person)).toEqual([]);
  });

  it('follows each decision, and is approved without one after 21 days', async () => {
    const { r, person, id } = await one();
    await ends.act(id, r.researcher, rejectDecision);
    expect(await paid.payment(person)).toMatchObject({ state: 'rejected', may_answer: true });
    await ends.act(id, r.researcher, overturnDecision);
    expect((await paid.payment(person)).state).toBe('approved');
    await ends.act(id, r.researcher, nullifyDecision);
    expect((await paid.payment(person)).state).toBe('reversed');
    await ends.act(id, r.researcher, overturnDecision);
    expect((await paid.payment(person)).state).toBe('approved');
    const other = await one();
    clock.advance(days(22));
    await ends.sweep();
    expect((await paid.payment(other.person)).state).toBe('approved');
  });

  it('has the highest reward of the day of the completion, so that no amount reveals the time of the completion', async () => {
    const r = await paid.launched(20 * spotPrice, names);
    const [before] = await paid.completed(r);
    await paid.change(r, { reward: { amount: 500, currency: 'EUR' } }).expect(200);
    const [after] = await paid.completed(r);
    if (!before || !after) throw new Error('two');
    for (const { person } of [before, after]) expect((await paid.payment(person)).amount).toBe(500);
    clock.advance(days(1));
    await paid.change(r, { reward: { amount: 550, currency: 'EUR' } }).expect(200);
    expect((await paid.payment(before.person)).amount).toBe(500);
  });

  it('can be waived only by its participant, once, and the money goes back', async () => {
    const { r, person, id } = await one();
    const { _id } = await paid.payment(person);
    for (const other of [r.researcher, await makePerson(run.source)])
      await paid.pay(_id, other, { action: 'waive' }).expect(404);
    await ends.act(id, r.researcher, { action: 'approve' });
    await paid.book();
    expect(await paid.owed(r)).toBe(450);
    await paid.pay(_id, person, { action: 'waive' }).expect(200);
    await paid.pay(_id, person, { action: 'waive' }).expect(200);
    await paid.book();
    expect([await paid.owed(r), await paid.held(r)]).toEqual([0, 10 * spotPrice]);
  });

  it('goes back to the wallet if nobody claims it within 180 days', async () => {
    const { r, person, id } = await one();
    await ends.act(id, r.researcher, { action: 'approve' });
    const { claim_until } = await paid.payment(person);
    const expire = () => new ExpireUnclaimedPaymentsJob(run.app.get(UnitOfWork), clock).run();
    clock.advance(Date.parse(`${claim_until}T23:59:00Z`) - clock.now().getTime());
    await expire();
    expect((await paid.payment(person)).state).toBe('approved');
    clock.advance(days(1));
    await expire();
    expect((await paid.payment(person)).state).toBe('waived');
  });
});

describe('An answer to a rejection', () => {
  it('is given once and read by the researcher', async () => {
    const { r, person, id } = await one();
    await ends.act(id, r.researcher, rejectDecision);
    const { _id } = await paid.payment(person);
    const answer = { action: 'answer', text: 'I read fast.' };
    await paid.pay(_id, person, answer).expect(200);
    await paid.pay(_id, person, answer).expect(200);
    await paid.pay(_id, person, { ...answer, text: 'And more.' }).expect(409);
    expect(await paid.listed(r)).toMatchObject([{ state: 'rejected', answer: 'I read fast.' }]);
    expect((await paid.payment(person)).may_answer).toBe(false);
  });

  it('is refused after 30 days, and when nothing was rejected', async () => {
    const { r, person, id } = await one();
    const { _id } = await paid.payment(person);
    await paid.pay(_id, person, { action: 'answer', text: 'Why?' }).expect(409);
    await ends.act(id, r.researcher, rejectDecision);
    clock.advance(days(31));
    await paid.pay(_id, person, { action: 'answer', text: 'Why?' }).expect(409);
  });
});

describe('The list of a session’s payments', () => {
  it('contains tags instead of participations, only for people who run the session', async () => {
    const { r, id } = await one();
    const [line] = await paid.listed(r);
    expect(line).toMatchObject({ state: 'due', amount: 450, method: null });
    expect(JSON.stringify(line)).not.toContain(id);
    for (const who of [await makeResearcher(run.source), await makePerson(run.source)])
      await run.http().get(`/api/payments/?session=${r.session_id}`).set(who.headers).expect(404);
  });

  it('shows an anonymous session as it was at midnight', async () => {
    const r = await paid.launched(10 * spotPrice);
    const [first] = await paid.completed(r);
    if (!first) throw new Error('one');
    expect(await paid.listed(r)).toEqual([]);
    clock.advance(days(1));
    expect(await paid.listed(r)).toMatchObject([{ state: 'due' }]);
    const day = (await paid.listed(r))[0]?.day;
    const { _id } = await paid.payment(first.person);
    await paid.pay(_id, first.person, { action: 'waive' }).expect(200);
    await paid.completed(r);
    expect(await paid.listed(r)).toMatchObject([{ state: 'due', day }]);
    clock.advance(days(1));
    expect((await paid.listed(r)).map(({ state }) => state).sort()).toEqual(['due', 'waived']);
  });
});

describe('The list of an anonymous session’s payments', () => {
  it('keeps method and answer as they were at midnight when a participant changes them today', async () => {
    const r = await paid.launched(10 * spotPrice);
    await paid.offer(r, 'bank', 'cash').expect(200);
    const [done] = await paid.completed(r);
    if (!done) throw new Error('one');
    await run.source.query(
      `UPDATE research.payment SET state = 'failed', method = 'bank', answer = 'I was there.', answered_on = day
       WHERE participation_id = $1`,
      [done.id],
    );
    clock.advance(days(1));
    const before = await paid.listed(r);
    expect(before).toMatchObject([{ state: 'failed', method: 'bank', answer: 'I was there.' }]);
    const { _id } = await paid.payment(done.person);
    await paid.pay(_id, done.person, { action: 'waive' }).expect(200);
    expect(await paid.listed(r)).toEqual(before);
  });
});

describe('The payment methods of a study', () => {
  it('are cash until the researchers of the study say otherwise', async () => {
    const { r } = await one();
    await paid.offer(r).expect(400);
    await paid.offer(r, 'cheque').expect(400);
    expect(await bodyOf(paid.offer(r, 'bank', 'gift_code').expect(200))).toEqual({
      methods: ['gift_code', 'bank'],
    });
    const stranger = await makeResearcher(run.source);
    await run
      .http()
      .put(`/api/studies/${r.study_id}/payment-methods/`)
      .set(stranger.headers)
      .send({ methods: ['bank'] })
      .expect((answer) => expect([403, 404]).toContain(answer.status));
  });

  it('refuse a method that the study does not offer', async () => {
    const { r, person, id } = await one();
    await ends.act(id, r.researcher, { action: 'approve' });
    const { _id } = await paid.payment(person);
    const answer = await paid.pay(_id, person, { action: 'choose', method: 'gift_code' });
    expect([answer.status, (answer.body as { code: string }).code]).toEqual([
      409,
      'method_not_offered',
    ]);
  });
});
