/**
 * @engines one: uses tables and transactions, but no queue, so it runs with only one kind of queue
 * (Redis or PostgreSQL)
 */
import { days } from '../../../server/platform/concurrency/clock';
import { ReleaseHolds } from '../../../server/payments/holds/release-holds';
import { bodyOf } from '../../support/app/body-of';
import { startApp, TestClock, type SeparateApp } from '../../support/app/app';
import type { TestPerson } from '../../support/people/people';
import type { RecruitingStudy } from '../../support/people/recruiting';
import { collaboratorRequestsOf } from '../collaborators/calls';
import { participationRequestsOf } from '../enrolment/decisions/ends';
import { overturnDecision, rejectDecision } from './decisions';
import { paidParticipantsOf, type PaidParticipant } from './paid-participants';
import { spotPrice } from './payments-rig';

let run: SeparateApp;
let paid: ReturnType<typeof paidParticipantsOf>;
let ends: ReturnType<typeof participationRequestsOf>;
let access: ReturnType<typeof collaboratorRequestsOf>;
const clock = new TestClock();
beforeAll(async () => {
  run = await startApp({ clock, environment: { WALLET_LIMIT: '0', PLATFORM_FEE_BP: '1000' } });
  paid = paidParticipantsOf(run);
  ends = participationRequestsOf(run);
  access = collaboratorRequestsOf(run);
});
afterAll(() => run.close());

const names = { privacy_level: 'roster_on_start' } as const;
const release = async () => {
  const holds = run.app.get(ReleaseHolds, { strict: false });
  await holds.findClosed();
  await holds.run();
};
const close = (r: RecruitingStudy) => paid.change(r, { state: 'closed' }).expect(200);
/** Moves the clock by this number of days, and runs the jobs of that day. */
const nextDay = async (count = 1) => {
  clock.advance(days(count));
  await paid.book();
  await release();
};
const approve = (r: RecruitingStudy, id: string) =>
  ends.act(id, r.researcher, { action: 'approve' });
const payCash = async (r: RecruitingStudy, person: TestPerson) => {
  const { _id } = await paid.payment(person);
  await paid.pay(_id, r.researcher, { action: 'confirm-cash', signed: true }).expect(200);
};
const payByCode = async (r: RecruitingStudy, { id, person }: PaidParticipant) => {
  const { _id } = await paid.payment(person);
  const { code } = await bodyOf<{ code: string }>(paid.code(id, person).expect(200));
  await paid.pay(_id, r.researcher, { action: 'confirm-cash', code }).expect(200);
};
/** Offers the study, and takes the offer back if it was made. @returns the answer to the offer */
const offered = async ({ researcher, study_id }: RecruitingStudy, next: TestPerson) => {
  const said = await access.offer(researcher, study_id, next);
  if (said === 201) await access.takeBack(researcher, study_id);
  return said;
};
const editorOf = ({ researcher, study_id }: RecruitingStudy) =>
  access.joined(researcher, study_id, 'editor');

describe('A study whose former owner’s wallet pays for its sessions', () => {
  it('cannot be offered or taken over while money is held or owed, but can once all is paid', async () => {
    const r = await paid.launched(10 * spotPrice, names);
    const next = await editorOf(r);
    const [done] = await paid.completed(r);
    if (!done) throw new Error('one');
    await close(r);
    await release();
    expect(await paid.held(r)).toBe(spotPrice);
    expect(await offered(r, next)).toBe('study_holds_money');
    await approve(r, done.id);
    await paid.book();
    expect([await paid.held(r), await paid.owed(r)]).toEqual([0, 450]);
    await nextDay();
    expect(await offered(r, next)).toBe('study_holds_money');
    await payCash(r, done.person);
    await nextDay();
    expect(await access.offer(r.researcher, r.study_id, next)).toBe(201);
    expect(await access.takeOver(next, r.study_id)).toBe(204);
    expect(await paid.balance(r.researcher)).toMatchObject({ balance: 9 * spotPrice, held: 0 });
  });

  it('is not transferred by accepting an offer that was made before, and the offer stays open', async () => {
    const r = await paid.launched(20 * spotPrice, { ...names, reward: null });
    const next = await editorOf(r);
    await close(r);
    expect(await access.offer(r.researcher, r.study_id, next)).toBe(201);
    const reward = { amount: 450, currency: 'EUR' };
    const { _id } = await bodyOf<{ _id: string }>(
      run
        .http()
        .post(`/api/studies/${r.study_id}/sessions/`)
        .set(r.researcher.headers)
        .send({ capacity: 3 })
        .expect(201),
    );
    const later = { ...r, session_id: _id };
    await paid.change(later, { state: 'active', reward }).expect(200);
    const [done] = await paid.started(later);
    if (!done) throw new Error('one');
    await close(later);
    expect(await access.takeOver(next, r.study_id)).toBe('study_holds_money');
    await paid.act(done.id, done.person, { action: 'withdraw' }).expect(200);
    await nextDay();
    expect(await access.takeOver(next, r.study_id)).toBe(204);
  });

  it('cannot be transferred while an approved payment waits for money that neither hold nor wallet has', async () => {
    const r = await paid.launched(spotPrice, { ...names, capacity: 1 });
    const next = await editorOf(r);
    const [rejected] = await paid.completed(r);
    if (!rejected) throw new Error('one');
    await ends.act(rejected.id, r.researcher, rejectDecision);
    const [done] = await paid.completed(r);
    if (!done) throw new Error('two');
    await approve(r, done.id);
    await paid.book();
    await payCash(r, done.person);
    await close(r);
    await nextDay();
    expect((await ends.act(rejected.id, r.researcher, overturnDecision)).status).toBe(200);
    await nextDay(32);
    const [hold]: { is_settled: boolean }[] = await run.source.query(
      `SELECT is_settled FROM research.session_hold WHERE session_id = $1`,
      [r.session_id],
    );
    expect([hold?.is_settled, await paid.held(r), await paid.owed(r)]).toEqual([true, 0, 0]);
    expect(await offered(r, next)).toBe('study_holds_money');
    await paid.fund(r.researcher, spotPrice);
    await paid.book();
    await payCash(r, rejected.person);
    await nextDay();
    expect(await offered(r, next)).toBe(201);
  });

  it('gets the same answer all day when its session is anonymous, whatever participants do', async () => {
    const [r, still] = [await paid.launched(10 * spotPrice), await paid.launched(10 * spotPrice)];
    const [next, other] = [await editorOf(r), await editorOf(still)];
    const [done] = await paid.completed(r);
    if (!done) throw new Error('one');
    await close(r);
    await close(still);
    expect([await offered(r, next), await offered(still, other)]).toEqual([
      'study_holds_money',
      'study_holds_money',
    ]);
    await nextDay();
    expect([await offered(r, next), await offered(still, other)]).toEqual([
      'study_holds_money',
      201,
    ]);
    clock.advance(days(22));
    await ends.sweep();
    await nextDay();
    expect([await paid.held(r), await paid.owed(r)]).toEqual([0, 450]);
    await payByCode(r, done);
    await paid.book();
    await release();
    expect(await offered(r, next)).toBe('study_holds_money');
    await nextDay();
    expect(await offered(r, next)).toBe(201);
  });

  it('is either launched or taken over when both happen at the same time', async () => {
    for (let n = 0; n < 4; n++) {
      const r = await paid.launched(10 * spotPrice, names);
      const next = await editorOf(r);
      await close(r);
      await nextDay();
      expect(await access.offer(r.researcher, r.study_id, next, false)).toBe(201);
      const path = `/api/studies/${r.study_id}/sessions/`;
      const { _id } = await bodyOf<{ _id: string }>(
        run.http().post(path).set(r.researcher.headers).send({ capacity: 10 }).expect(201),
      );
      const [launched, passed] = await Promise.all([
        access.told(r.researcher, 'put', `/api/sessions/${_id}/`, { state: 'active' }),
        access.takeOver(next, r.study_id),
      ]);
      expect([
        [200, 'study_recruiting'],
        ['not_found', 204],
      ]).toContainEqual([launched, passed]);
      expect(await paid.held({ ...r, session_id: _id })).toBe(
        launched === 200 ? 10 * spotPrice : undefined,
      );
      if (launched !== 200) continue;
      // The researcher closes the session while the new owner accepts. The study still does not
      // pass to the new owner.
      const [, again] = await Promise.all([
        access.told(r.researcher, 'put', `/api/sessions/${_id}/`, { state: 'closed' }),
        access.takeOver(next, r.study_id),
      ]);
      expect(['study_recruiting', 'study_holds_money']).toContain(again);
    }
  });
});
