import { limits } from '../../../../contracts/base/limits';
import { days } from '../../../../server/platform/concurrency/clock';
import { startApp, TestClock } from '../../../support/app';
import type { RunningApp } from '../../../support/launch-app';
import { makePeople, makePerson } from '../../../support/people';
import { recruit, seats, type Recruiting } from '../../../support/recruiting';
import { endsOf } from './ends';

const why =
  'You answered all forty pages within two minutes, and both questions that ask to tick a given box ' +
  'were answered with another one.';
const reject = { action: 'reject', category: 'too_fast', reason: why };
const nullify = { action: 'nullify', reason: 'The sound was missing.' };
const overturn = { action: 'overturn', reason: 'You were right: our check was wrong.' };

let run: RunningApp;
let ends: ReturnType<typeof endsOf>;
const clock = new TestClock();
beforeAll(async () => {
  run = await startApp({ clock });
  ends = endsOf(run);
});
afterEach(() => clock.reset());
afterAll(() => run.close());

const capacityOf = async (r: Recruiting) =>
  (await ends.ask<{ capacity: number }>('GET', `/api/sessions/${r.session_id}/`, r.researcher)).body
    .capacity;

describe('An overturned decision', () => {
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
    // That mail says all of it: the one about an approval is not sent, too.
    expect(await ends.mail('decided', 'enrolment.participant-decided', r, id)).toBeNull();
  });

  it.each(['enrolled', 'started', 'completed', 'approved'])(
    'gives a cancelled participation back the state %s',
    async (state) => {
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
      expect(await ends.mine(person, id)).toMatchObject({ state: 'nullified' });
      expect((await ends.act(id, r.researcher, overturn)).status).toBe(200);
      expect(await ends.mine(person, id)).toMatchObject({ state });
      const mail = await ends.overturnedMail(r, id);
      expect(mail?.content.text).toContain(overturn.reason);
      expect(await seats(run.source, r.session_id)).toMatchObject({ taken: 1, counted: 1 });
    },
  );

  it('is refused 30 days after the decision', async () => {
    const { r, id } = await ends.completed();
    await ends.act(id, r.researcher, reject);
    clock.advance(days(limits.overturnDays));
    expect(await ends.act(id, r.researcher, overturn)).toMatchObject({
      status: 409,
      body: { code: 'decision_final' },
    });
  });

  it('is refused to the participant, and to all who do not run the session', async () => {
    const { r, person, id } = await ends.completed();
    await ends.act(id, r.researcher, reject);
    expect((await ends.act(id, person, overturn)).body.code).toBe('forbidden');
    const other = await makePerson(run.source, { is_researcher: true });
    expect((await ends.act(id, other, overturn)).body.code).toBe('not_found');
  });

  it('takes a free seat where there is one, and brings its own where all are taken, by two at once', async () => {
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
    expect(await seats(run.source, r.session_id)).toMatchObject({ taken: 2, counted: 2 });
    await ends.act(first, r.researcher, nullify);
    await complete(d);
    const answers = await Promise.all(
      [first, second].map((id) => ends.act(id, r.researcher, overturn)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await capacityOf(r)).toBe(4);
    expect(await seats(run.source, r.session_id)).toMatchObject({ taken: 4, counted: 4 });
  });
});

describe('In an anonymous session', () => {
  it('a decision is overturned from the next day (UTC) on, and always brings its own seat', async () => {
    const r = await recruit(run, { capacity: 20 });
    const person = await makePerson(run.source);
    const id = (await ends.enrol(r, person)).body._id;
    for (const action of ['start', 'complete']) await ends.act(id, person, { action });
    clock.advance(days(1));
    const line = async () =>
      (
        await ends.ask<{ items: { entry: string; state: string }[] }>(
          'GET',
          `/api/sessions/${r.session_id}/roster/`,
          r.researcher,
        )
      ).body.items[0];
    const decide = async (body: object) =>
      ends.ask(
        'PUT',
        `/api/sessions/${r.session_id}/roster/${(await line())?.entry ?? ''}/`,
        r.researcher,
        body,
      );
    expect((await decide(reject)).body).toMatchObject({ state: 'rejected' });
    expect(await decide(overturn)).toMatchObject({
      status: 409,
      body: { code: 'decided_today' },
    });
    clock.advance(days(1));
    expect((await decide(overturn)).body).toMatchObject({ state: 'approved' });
    expect(await ends.mine(person, id)).toMatchObject({ state: 'approved' });
    expect(await capacityOf(r)).toBe(21);
  });
});
