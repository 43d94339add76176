/**
 * @lane quick
 * @engines one: uses tables and transactions, but no queue, so it runs with only one kind of queue
 * (Redis or PostgreSQL)
 */
import type { CashCode } from '../../../contracts/payments/payments';
import { days, minutes } from '../../../server/platform/concurrency/clock';
import { startApp, TestClock, type SeparateApp } from '../../support/app/app';
import { bodyOf } from '../../support/app/body-of';
import { makePerson, type TestPerson } from '../../support/people/people';
import type { RecruitingStudy } from '../../support/people/recruiting';
import { participationRequestsOf } from '../enrolment/decisions/ends';
import { slotRequestsOf } from '../slots/booking';
import { paidParticipantsOf } from './paid-participants';
import { spotPrice } from './payments-rig';

let run: SeparateApp;
let paid: ReturnType<typeof paidParticipantsOf>;
let ends: ReturnType<typeof participationRequestsOf>;
let slots: ReturnType<typeof slotRequestsOf>;
const clock = new TestClock();
beforeAll(async () => {
  run = await startApp({
    clock,
    environment: { WALLET_LIMIT: '0', PLATFORM_FEE_BP: '1000', RATE_LIMITS: 'on' },
  });
  paid = paidParticipantsOf(run);
  ends = participationRequestsOf(run);
  slots = slotRequestsOf(run);
});
afterAll(() => run.close());

const names = { privacy_level: 'roster_on_start' } as const;
const onSite = { runtime: { kind: 'onsite' } } as const;
const codeOf = async (id: string, person: TestPerson) =>
  (await bodyOf<CashCode>(paid.code(id, person).expect(200))).code;
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** Makes an approved payment of a session that may be paid in cash. */
const approved = async (options: object = names) => {
  const r = await paid.launched(10 * spotPrice, options);
  const [participant] = await paid.completed(r);
  if (!participant) throw new Error('one');
  await ends.act(participant.id, r.researcher, { action: 'approve' });
  const { _id } = await paid.payment(participant.person);
  return { r, ...participant, _id };
};

/** Makes a participant who came to a session on site. */
const there = async (options: object = {}) => {
  const r = await paid.launched(10 * spotPrice, { ...onSite, ...options });
  const person = await makePerson(run.source);
  const seated = await slots.seated(r, person);
  await slots.book(seated, await slots.slot(r));
  const { entry } = await lineOf(r);
  expect((await slots.decide(r, entry, 'attend')).status).toBe(200);
  return { r, person, id: seated.id };
};
const lineOf = async (r: RecruitingStudy) => {
  const [line] = await slots.attendance(r);
  if (!line) throw new Error('no line');
  return line;
};
const atDesk = async (r: RecruitingStudy, body: object) => {
  const { entry } = await lineOf(r);
  return run
    .http()
    .put(`/api/sessions/${r.session_id}/roster/${entry}/payment/`)
    .set(r.researcher.headers)
    .send(body);
};

describe('Cash for a participant', () => {
  it('is confirmed once, by the six digits on the participant’s page', async () => {
    const { r, person, id, _id } = await approved();
    const code = await codeOf(id, person);
    expect(code).toMatch(/^\d{6}$/);
    const body = { action: 'confirm-cash', code };
    const answers = await Promise.all([
      paid.pay(_id, r.researcher, body),
      paid.pay(_id, r.researcher, body),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await paid.payment(person)).toMatchObject({ state: 'paid', method: 'cash' });
    await paid.book();
    expect([await paid.owed(r), await paid.held(r)]).toEqual([0, 9 * spotPrice]);
    await paid.book();
    expect(await paid.owed(r)).toBe(0);
  });

  it('counts as paid, whatever the researcher decides later', async () => {
    const { r, person, id, _id } = await approved();
    await paid.pay(_id, r.researcher, { action: 'confirm-cash', signed: true }).expect(200);
    await ends.act(id, r.researcher, { action: 'nullify', reason: 'The machine broke down.' });
    expect((await paid.payment(person)).state).toBe('paid');
  });

  it('is refused with a wrong code, with that of another participant and with one that is too old', async () => {
    const { r, person, id, _id } = await approved();
    const other = await approved();
    const code = await codeOf(id, person);
    const refused = async (given: string) =>
      (
        (await paid.pay(_id, r.researcher, { action: 'confirm-cash', code: given }).expect(409))
          .body as { code: string }
      ).code;
    expect(await refused(wrong(code))).toBe('wrong_cash_code');
    expect(await refused(await codeOf(other.id, other.person))).toBe('wrong_cash_code');
    clock.advance(minutes(10));
    expect(await refused(code)).toBe('wrong_cash_code');
    await paid
      .pay(_id, r.researcher, { action: 'confirm-cash', code: await codeOf(id, person) })
      .expect(200);
  });

  it('can be confirmed only by people who run the session, and the code is shown only to its participant', async () => {
    const { person, id, _id } = await approved();
    const other = await makePerson(run.source);
    const code = await codeOf(id, person);
    await paid.code(id, other).expect(404);
    for (const who of [person, other])
      await paid.pay(_id, who, { action: 'confirm-cash', code }).expect(404);
  });

  it('can be signed for on paper only when the researcher meets the participant', async () => {
    const r = await paid.launched(10 * spotPrice);
    const [done] = await paid.completed(r);
    if (!done) throw new Error('one');
    clock.advance(days(22));
    await ends.sweep();
    const { _id } = await paid.payment(done.person);
    const answer = await paid.pay(_id, r.researcher, { action: 'confirm-cash', signed: true });
    expect((answer.body as { code: string }).code).toBe('method_not_offered');
    await paid
      .pay(_id, r.researcher, {
        action: 'confirm-cash',
        code: await codeOf(done.id, done.person),
      })
      .expect(200);
  });
});

describe('The cash desk of a session', () => {
  it.each([
    ['an anonymous session', {}],
    ['a session with names', names],
  ])('notes the end, approves and pays in one request in %s', async (_, options) => {
    const { r, person, id } = await there(options);
    const code = await codeOf(id, person);
    const answer = await atDesk(r, { code });
    expect([answer.status, answer.body]).toEqual([
      200,
      expect.objectContaining({ state: 'paid', method: 'cash', amount: 450 }),
    ]);
    expect((await lineOf(r)).state).toBe('approved');
    expect((await atDesk(r, { code })).status).toBe(200);
    expect(await paid.payment(person)).toMatchObject({ state: 'paid' });
  });

  it('changes nothing when the code is wrong', async () => {
    const { r, person, id } = await there();
    const answer = await atDesk(r, { code: wrong(await codeOf(id, person)) });
    expect((answer.body as { code: string }).code).toBe('wrong_cash_code');
    expect((await lineOf(r)).state).toBe('started');
    expect(await paid.own(person)).toEqual([]);
  });

  it('continues when an earlier request was cut off', async () => {
    const { r, person, id } = await there();
    const { entry } = await lineOf(r);
    expect((await slots.decide(r, entry, 'conclude')).status).toBe(200);
    expect((await atDesk(r, { code: await codeOf(id, person) })).status).toBe(200);
    expect((await paid.payment(person)).state).toBe('paid');
  });

  it('refuses more than ten codes an hour for one participant', async () => {
    const { r, person, id } = await there();
    const code = await codeOf(id, person);
    const answers: number[] = [];
    for (let n = 0; n < 11; n++) answers.push((await atDesk(r, { code: wrong(code) })).status);
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 409), 429]);
    expect((await atDesk(r, { signed: true })).status).toBe(200);
  });
});
