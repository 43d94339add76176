/**
 * @engines one: uses tables and transactions, but no queue, so it runs with only one kind of queue
 * (Redis or PostgreSQL)
 */
import type { RejectionAnswer } from '../../../contracts/payments/rejection-answers';
import { days } from '../../../server/platform/concurrency/clock';
import { bodyOf } from '../../support/app/body-of';
import { startApp, TestClock, type SeparateApp } from '../../support/app/app';
import { makeAdministrator, type TestPerson } from '../../support/people/people';
import { participationRequestsOf } from '../enrolment/decisions/ends';
import { bonusRequestsOf } from './bonus-rig';
import { overturnDecision, rejectDecision } from './decisions';
import { paidParticipantsOf } from './paid-participants';
import { spotPrice } from './payments-rig';

let run: SeparateApp;
let paid: ReturnType<typeof paidParticipantsOf>;
let ends: ReturnType<typeof participationRequestsOf>;
let administrator: TestPerson;
const clock = new TestClock();
beforeAll(async () => {
  run = await startApp({ clock, environment: { WALLET_LIMIT: '0', PLATFORM_FEE_BP: '1000' } });
  paid = paidParticipantsOf(run);
  ends = participationRequestsOf(run);
});
beforeEach(async () => {
  // The clock has moved, so each test needs an administrator whose sign-in is recent by that clock.
  administrator = await makeAdministrator(run.source);
});
afterAll(() => run.close());

const said = 'I read each page; the two boxes were ticked.';
const right = 'The pages were read at a usual speed.';
const verdict = (id: string, action: 'overturn' | 'uphold', who = administrator, reason = right) =>
  run.http().put(`/api/rejection-answers/${id}/`).set(who.headers).send({ action, reason });
const listed = async (who = administrator, query = '') =>
  bodyOf<{ items: RejectionAnswer[]; next_cursor: string | null }>(
    run.http().get(`/api/rejection-answers/${query}`).set(who.headers).expect(200),
  );
const find = async (id: string, who = administrator) =>
  (await listed(who, '?limit=100')).items.find((one) => one._id === id);

/** Makes a participant who was rejected, and answered. */
const answered = async (level = 'roster_on_start') => {
  const r = await paid.launched(10 * spotPrice, { privacy_level: level, capacity: 6 });
  const [participant] = await paid.completed(r);
  if (!participant) throw new Error('one');
  const { id, person } = participant;
  if (level === 'anonymous') {
    clock.advance(days(1));
    const [line] = await paid.listed(r);
    await run
      .http()
      .post(`/api/sessions/${r.session_id}/decisions/`)
      .set(r.researcher.headers)
      .send({ decisions: [{ tag: line?.tag, decision: rejectDecision }] })
      .expect(200);
  } else await ends.act(id, r.researcher, rejectDecision);
  const payment = await paid.payment(person);
  await paid.pay(payment._id, person, { action: 'answer', text: said }).expect(200);
  return { r, id, person, payment: payment._id };
};

describe('An answer to a rejection', () => {
  it('is listed with amount, reason and answer, and neither a name nor the study', async () => {
    const { r, payment, person } = await answered();
    const found = await find(payment);
    expect(found).toEqual({
      _id: payment,
      amount: 450,
      currency: 'EUR',
      category: rejectDecision.category,
      reason: rejectDecision.reason,
      answer: said,
      rejected_on: expect.any(String),
      decide_until: expect.any(String),
    });
    const text = JSON.stringify(found);
    for (const secret of [person._id, r.study_id, r.session_id, r.researcher._id])
      expect(text).not.toContain(secret);
  });

  it('that convinces an administrator approves the participation: it is paid, and the mail says who decided', async () => {
    const { r, id, person, payment } = await answered();
    await verdict(payment, 'overturn').expect(204);
    expect(await paid.payment(person)).toMatchObject({ state: 'approved', methods: ['cash'] });
    expect(await ends.mine(person, id)).toMatchObject({ state: 'approved', reason: right });
    const mail = await ends.overturnedMail(r, id);
    expect(mail?.content.text).toContain('An administrator overturned the rejection');
    expect(mail?.content.text).toContain(right);
    expect(mail?.content.text).not.toContain('What the researchers say');
    await paid.book();
    expect(await paid.owed(r)).toBe(450);
    expect(await find(payment)).toBeUndefined();
  });

  it('that is not accepted leaves the participation rejected, and its participant reads why', async () => {
    const { person, payment } = await answered();
    await verdict(payment, 'uphold').expect(204);
    await verdict(payment, 'uphold').expect(204);
    expect(await paid.payment(person)).toMatchObject({ state: 'rejected', upheld_because: right });
    expect(await find(payment)).toBeUndefined();
    const other = await verdict(payment, 'overturn').expect(409);
    expect(other.body).toMatchObject({ code: 'already_decided' });
  });

  it('does not change a decision that the researcher overturned before', async () => {
    const { r, id, payment } = await answered();
    await ends.act(id, r.researcher, overturnDecision);
    for (const action of ['overturn', 'uphold'] as const)
      expect((await verdict(payment, action).expect(409)).body).toMatchObject({
        code: 'already_decided',
      });
  });

  it('gets the verdict of only one of two administrators, and one record in the audit log', async () => {
    const other = await makeAdministrator(run.source);
    for (let turn = 0; turn < 6; turn++) {
      const { person, payment } = await answered();
      const answers = await Promise.all([
        verdict(payment, turn % 2 ? 'overturn' : 'uphold'),
        verdict(payment, turn % 3 ? 'overturn' : 'uphold', other, 'Another reason.'),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
      const [record, ...more]: { action: string }[] = await run.source.query(
        `SELECT action FROM platform.audit WHERE details->>'payment_id' = $1`,
        [payment],
      );
      expect(more).toEqual([]);
      expect((await paid.payment(person)).state).toBe(
        record?.action === 'rejection-overturned' ? 'approved' : 'rejected',
      );
    }
  });

  it('is approved once when researcher and administrator overturn it at the same time', async () => {
    for (let turn = 0; turn < 4; turn++) {
      const { r, id, person, payment } = await answered();
      const [ofAdministrator] = await Promise.all([
        verdict(payment, 'overturn'),
        ends.act(id, r.researcher, overturnDecision),
      ]);
      expect([204, 409]).toContain(ofAdministrator.status);
      expect((await paid.payment(person)).state).toBe('approved');
      const [moves]: { count: number }[] = await run.source.query(
        `SELECT count(*)::int AS count FROM research.participation_move
         WHERE participation_id = $1 AND from_state = 'rejected' AND to_state = 'approved'`,
        [id],
      );
      expect(moves?.count).toBe(1);
    }
  });

  it('is refused after 30 days', async () => {
    const { payment } = await answered();
    clock.advance(days(29));
    administrator = await makeAdministrator(run.source);
    expect(await find(payment)).toBeDefined();
    clock.advance(days(1));
    administrator = await makeAdministrator(run.source);
    expect(await find(payment)).toBeUndefined();
    for (const action of ['overturn', 'uphold'] as const)
      expect((await verdict(payment, action).expect(409)).body).toMatchObject({
        code: 'decision_final',
      });
  });

  it('of an anonymous session is listed after its day, and the researcher sees the verdict after the day of the verdict', async () => {
    const { r, person, payment } = await answered('anonymous');
    expect(await find(payment)).toBeUndefined();
    await verdict(payment, 'overturn').expect(404);
    clock.advance(days(1));
    administrator = await makeAdministrator(run.source);
    expect(await find(payment)).toMatchObject({ answer: said });
    await verdict(payment, 'overturn').expect(204);
    expect((await paid.payment(person)).state).toBe('approved');
    expect((await paid.listed(r))[0]?.state).toBe('rejected');
    clock.advance(days(1));
    expect((await paid.listed(r))[0]?.state).toBe('approved');
  });

  it('cannot be decided by people who work on the study, nor by its participant', async () => {
    const { r, person, payment } = await answered();
    await run.source.query(
      `UPDATE identity.account SET role = 'ADMINISTRATOR' WHERE id = ANY($1::uuid[])`,
      [[r.researcher._id, person._id]],
    );
    for (const who of [r.researcher, person]) {
      expect(await find(payment, who)).toBeUndefined();
      for (const action of ['overturn', 'uphold'] as const)
        await verdict(payment, action, who).expect(404);
    }
  });

  it('can be given only about the rejected reward, and its verdict decides about a top-up, too', async () => {
    const r = await paid.launched(20 * spotPrice, { privacy_level: 'roster_on_start' });
    const [participant] = await paid.completed(r);
    if (!participant) throw new Error('one');
    const { id, person } = participant;
    await bonusRequestsOf(run).give(r, 'top-up', { reward: 600 });
    await ends.act(id, r.researcher, rejectDecision);
    const all = await paid.own(person);
    const of = (kind: string) => all.find((one) => one.kind === kind);
    expect([of('reward')?.may_answer, of('top_up')?.may_answer]).toEqual([true, false]);
    const answer = { action: 'answer', text: said };
    await paid.pay(of('top_up')?._id ?? '', person, answer).expect(409);
    await paid.pay(of('reward')?._id ?? '', person, answer).expect(200);
    await verdict(of('reward')?._id ?? '', 'overturn').expect(204);
    expect((await paid.own(person)).map(({ state }) => state)).toEqual(['approved', 'approved']);
  });

  it('is decided only with a reason, and only if the participant has answered', async () => {
    const { payment } = await answered();
    await verdict(payment, 'overturn', administrator, ' ').expect(400);
    const r = await paid.launched(10 * spotPrice, { privacy_level: 'roster_on_start' });
    const [silent] = await paid.completed(r);
    if (!silent) throw new Error('one');
    await ends.act(silent.id, r.researcher, rejectDecision);
    await verdict((await paid.payment(silent.person))._id, 'overturn').expect(404);
  });
});
