import { enrolmentLimits } from '../../../../contracts/enrolment/limits';
import { ForgetAccountReferencesJob } from '../../../../server/enrolment/links/forget-account-references.job';
import { ParticipationOwnerRead } from '../../../../server/enrolment/links/participation-owner.read';
import { ApplyOrDropPendingDecisions } from '../../../../server/enrolment/decisions/settle-decisions';
import { days } from '../../../../server/platform/concurrency/clock';
import { UnitOfWork } from '../../../../server/platform/db/unit-of-work';
import { sharedApp } from '../../../support/app/shared-app';
import { TestClock } from '../../../support/app/test-clock';
import type { RunningApp } from '../../../support/app/launch-app';
import { makePeople, makePerson } from '../../../support/people/people';
import { recruit, readSeatCounts, type RecruitingStudy } from '../../../support/people/recruiting';
import { participationRequestsOf } from './ends';

const why =
  'You answered all forty pages within two minutes, and both questions that ask to tick a given box ' +
  'were answered with another one.';
const reject = { action: 'reject', category: 'too_fast', reason: why };
const nullify = { action: 'nullify', reason: 'The sound was missing.' };
const overturn = { action: 'overturn', reason: 'You were right: our check was wrong.' };

let run: RunningApp;
let ends: ReturnType<typeof participationRequestsOf>;
const clock = new TestClock();
beforeAll(async () => {
  run = await sharedApp({ clock });
  ends = participationRequestsOf(run);
});
afterEach(() => clock.reset());
afterAll(() => run.close());

const capacityOf = async (r: RecruitingStudy) =>
  (await ends.ask<{ capacity: number }>('GET', `/api/sessions/${r.session_id}/`, r.researcher)).body
    .capacity;

/** Makes a participation that was in this state when the researcher cancelled it. */
async function cancelledFrom(state: string) {
  const r = await recruit(run, { privacy_level: 'roster_on_start' });
  const person = await makePerson(run.source);
  const id = (await ends.enrol(r, person)).body._id;
  for (const [action, who] of [
    ['start', person],
    ['complete', person],
    ['approve', r.researcher],
  ] as const)
    if ((await ends.mine(person, id)).state !== state) await ends.act(id, who, { action });
  await ends.act(id, r.researcher, nullify);
  return { r, person, id };
}

describe('Overturning a decision', () => {
  it('approves a rejected participation, and the participant reads why', async () => {
    const { r, person, id } = await ends.completed();
    await ends.act(id, r.researcher, reject);
    expect((await ends.act(id, r.researcher, { action: 'overturn' })).body).toMatchObject({
      fields: [{ path: 'reason', code: 'required' }],
    });
    expect((await ends.act(id, r.researcher, overturn)).status).toBe(200);
    expect(await ends.mine(person, id)).toMatchObject({
      state: 'approved',
      reason: overturn.reason,
      category: null,
    });
    const mail = await ends.overturnedMail(r, id);
    expect(mail?.content.text).toContain(overturn.reason);
    // The email about the overturned decision also says that the participation is approved, so the
    // server sends no separate email about the approval.
    expect(await ends.mail('decided', 'enrolment.participant-decided', r, id)).toBeNull();
  });

  it.each(['enrolled', 'started', 'completed', 'approved'])(
    'gives a cancelled participation back the state %s',
    async (state) => {
      const { r, person, id } = await cancelledFrom(state);
      expect(await ends.mine(person, id)).toMatchObject({ state: 'nullified' });
      expect((await ends.act(id, r.researcher, overturn)).status).toBe(200);
      expect(await ends.mine(person, id)).toMatchObject({ state });
      const mail = await ends.overturnedMail(r, id);
      expect(mail?.content.text).toContain(overturn.reason);
      expect(await readSeatCounts(run.source, r.session_id)).toMatchObject({
        taken: 1,
        counted: 1,
      });
    },
  );

  it('is refused 30 days after the decision', async () => {
    const { r, id } = await ends.completed();
    await ends.act(id, r.researcher, reject);
    clock.advance(days(enrolmentLimits.overturnDays));
    expect(await ends.act(id, r.researcher, overturn)).toMatchObject({
      status: 409,
      body: { code: 'decision_final' },
    });
  });

  it('is refused to the participant, and to people who do not run the session', async () => {
    const { r, person, id } = await ends.completed();
    await ends.act(id, r.researcher, reject);
    expect((await ends.act(id, person, overturn)).body.code).toBe('forbidden');
    const other = await makePerson(run.source, { is_researcher: true });
    expect((await ends.act(id, other, overturn)).body.code).toBe('not_found');
  });

  it('takes a free seat if there is one, else raises the capacity by one, also when two are overturned concurrently', async () => {
    const r = await recruit(run, { capacity: 2, privacy_level: 'roster_on_start' });
    const people = await makePeople(run.source, 4);
    const ids: string[] = [];
    const complete = async (person: (typeof people)[number]) => {
      const id = (await ends.enrol(r, person)).body._id;
      for (const action of ['start', 'complete']) await ends.act(id, person, { action });
      ids.push(id);
      return id;
    };
    const [a, b, c, d] = people;
    if (!a || !b || !c || !d) throw new Error('four people');
    const [first, second] = [await complete(a), await complete(b)];
    for (const id of [first, second]) await ends.act(id, r.researcher, reject);
    await complete(c);
    await ends.act(first, r.researcher, overturn);
    expect(await capacityOf(r)).toBe(2);
    expect(await readSeatCounts(run.source, r.session_id)).toMatchObject({ taken: 2, counted: 2 });
    await ends.act(first, r.researcher, nullify);
    await complete(d);
    const answers = await Promise.all(
      [first, second].map((id) => ends.act(id, r.researcher, overturn)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await capacityOf(r)).toBe(4);
    expect(await readSeatCounts(run.source, r.session_id)).toMatchObject({ taken: 4, counted: 4 });
  });
});

describe('Overturning a decision after the participant had the data deleted', () => {
  it.each([
    ['started', 409],
    ['completed', 200],
    ['approved', 200],
  ])(
    'is answered for a cancelled participation of state %s with %s, so that no data arise that cannot be deleted',
    async (state, status) => {
      const { r, person, id } = await cancelledFrom(state);
      expect((await ends.act(id, person, { action: 'withdraw-data' })).status).toBe(200);
      const answer = await ends.act(id, r.researcher, overturn);
      expect(answer.status).toBe(status);
      if (status === 409) expect(answer.body.code).toBe('data_withdrawn');
      expect(await ends.mine(person, id)).toMatchObject({
        state: status === 409 ? 'nullified' : state,
      });
    },
  );

  it('approves a rejected participation, which keeps its pay', async () => {
    const { r, person, id } = await ends.completed();
    await ends.act(id, r.researcher, reject);
    await ends.act(id, person, { action: 'withdraw-data' });
    expect((await ends.act(id, r.researcher, overturn)).status).toBe(200);
    expect(await ends.mine(person, id)).toMatchObject({ state: 'approved' });
  });
});

describe('In an anonymous session', () => {
  const line = async (r: RecruitingStudy) =>
    (
      await ends.ask<{ items: { entry: string; state: string }[] }>(
        'GET',
        `/api/sessions/${r.session_id}/roster/`,
        r.researcher,
      )
    ).body.items[0];
  const decide = async (r: RecruitingStudy, body: object) =>
    ends.ask(
      'PUT',
      `/api/sessions/${r.session_id}/roster/${(await line(r))?.entry ?? ''}/`,
      r.researcher,
      body,
    );
  /** Makes a participant who enrolled yesterday, alone in a session. */
  const took = async (...actions: string[]) => {
    const r = await recruit(run, { capacity: 20, maximum_minutes: 10_000 });
    const person = await makePerson(run.source);
    const id = (await ends.enrol(r, person)).body._id;
    for (const action of actions) await ends.act(id, person, { action });
    clock.advance(days(1));
    return { r, person, id };
  };
  const forget = () => new ForgetAccountReferencesJob(run.app.get(UnitOfWork), clock).run();

  it('a decision can be overturned only from the next day (UTC) on, and overturning always raises the capacity', async () => {
    const { r, person, id } = await took('start', 'complete');
    expect((await decide(r, reject)).body).toMatchObject({ state: 'rejected' });
    expect(await decide(r, overturn)).toMatchObject({
      status: 409,
      body: { code: 'decided_today' },
    });
    clock.advance(days(1));
    expect((await decide(r, overturn)).body).toMatchObject({ state: 'approved' });
    expect(await ends.mine(person, id)).toMatchObject({ state: 'approved' });
    expect(await capacityOf(r)).toBe(21);
  });

  it.each([
    ['rejected', reject, ['start', 'complete'], 'approved'],
    ['nullified', nullify, ['start'], 'started'],
  ] as const)(
    'a decision %s that is overturned on day 12, or on the last day, reaches its participant',
    async (state, decision, actions, restored) => {
      for (const age of [12, enrolmentLimits.overturnDays - 0.5]) {
        clock.reset();
        const { r, person, id } = await took(...actions);
        expect((await decide(r, decision)).body).toMatchObject({ state });
        clock.advance(days(age));
        await forget();
        expect((await decide(r, overturn)).body).toMatchObject({ state: restored });
        expect(await ends.mine(person, id)).toMatchObject({ state: restored });
        const mail = await ends.overturnedMail(r, id);
        expect(mail?.content.text).toContain(overturn.reason);
      }
    },
  );

  it('the link from a rejected participation to its account is deleted after 37 days', async () => {
    const { r, id } = await took('start', 'complete');
    await decide(r, reject);
    clock.advance(days(enrolmentLimits.overturnDays + 7) + 1_000);
    await forget();
    const owners = run.app.get(ParticipationOwnerRead, { strict: false });
    expect(await owners.byParticipations([id])).toEqual([]);
  });

  it('overturning is dropped at midnight if the participant deleted the data today, and refused from then on', async () => {
    const { r, person, id } = await took('start');
    expect((await decide(r, nullify)).body).toMatchObject({ state: 'nullified' });
    clock.advance(days(1));
    await ends.act(id, person, { action: 'withdraw-data' });
    expect((await decide(r, overturn)).body).toMatchObject({ state: 'started' });
    expect(await ends.mine(person, id)).toMatchObject({ state: 'nullified' });
    clock.advance(days(1));
    await run.app.get(ApplyOrDropPendingDecisions, { strict: false }).settle();
    expect(await line(r)).toMatchObject({ state: 'nullified' });
    expect(await decide(r, overturn)).toMatchObject({
      status: 409,
      body: { code: 'data_withdrawn' },
    });
    expect(
      await run.source.query(
        `SELECT 1 FROM research.pending_decision WHERE participation_id = $1`,
        [id],
      ),
    ).toEqual([]);
  });
});
