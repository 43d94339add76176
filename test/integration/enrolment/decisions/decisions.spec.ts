import { Deadlines } from '../../../../server/enrolment/seats/deadlines';
import { LeaseRemindersJob } from '../../../../server/enrolment/seats/lease-reminders.job';
import { endedMails } from '../../../../server/enrolment/mails/ended.mail';
import { days, hours, minutes } from '../../../../server/platform/concurrency/clock';
import { UnitOfWork } from '../../../../server/platform/db/unit-of-work';
import { startApp, TestClock } from '../../../support/app';
import type { RunningApp } from '../../../support/launch-app';
import { makePeople, makePerson, type TestPerson } from '../../../support/people';
import { recruit, seats, type Recruiting } from '../../../support/recruiting';
import { askingOf } from '../asking';
import { writtenMail } from '../written-mail';

interface Mine {
  _id: string;
  state: string;
  due_at: string | null;
  updated_at: string;
  reason: string | null;
  category: string | null;
  data_withdrawn_on: string | null;
}
interface Line {
  entry: string;
  state: string;
  data_withdrawn_on: string | null;
}

const why =
  'You answered all forty pages within two minutes, and both questions that ask to tick a given box ' +
  'were answered with another one.';

let run: RunningApp;
let asking: ReturnType<typeof askingOf>;
const clock = new TestClock();
beforeAll(async () => {
  run = await startApp({ clock });
  asking = askingOf(run);
});
afterEach(() => clock.reset());
afterAll(() => run.close());

const two = async (): Promise<[TestPerson, TestPerson]> => {
  const [a, b] = await makePeople(run.source, 2);
  if (!a || !b) throw new Error('two people');
  return [a, b];
};
/** The participation as its participant reads it in their history. */
const mine = async (who: TestPerson, id: string): Promise<Mine> => {
  const { body } = await asking.ask<{ items: Mine[] }>('GET', '/api/participations/', who);
  const found = body.items.find((p) => p._id === id);
  if (!found) throw new Error('not in the history');
  return found;
};
const act = (id: string, who: TestPerson, body: object) =>
  asking.ask('PUT', `/api/participations/${id}/`, who, body);
const mail = (
  template: string,
  name: 'enrolment.participant-left' | 'enrolment.participant-decided' | 'enrolment.lease-ending',
  r: Recruiting,
  id: string,
) => writtenMail(run, endedMails, template, name, r, id);
/** A participant who completed it, in a session that shows names. */
async function completed(level = 'roster_on_start') {
  const r = await recruit(run, { privacy_level: level });
  const person = await makePerson(run.source);
  const id = (await asking.enrol(r, person)).body._id;
  for (const action of ['start', 'complete']) await act(id, person, { action });
  return { r, person, id };
}
const roster = async (r: Recruiting): Promise<Line[]> => {
  const url = `/api/sessions/${r.session_id}/roster/`;
  return (await asking.ask<{ items: Line[] }>('GET', url, r.researcher)).body.items;
};
const sweep = () => run.app.get(Deadlines, { strict: false }).endOverdue();

describe('A rejection', () => {
  it('names a category and gives a reason of a hundred characters, or is refused', async () => {
    const { r, id } = await completed();
    const refusals: [object, object[]][] = [
      [{}, [{ path: 'category' }, { path: 'reason', code: 'required' }]],
      [{ category: 'low_effort', reason: 'bad' }, [{ path: 'reason', code: 'too_short' }]],
      [{ category: 'rude', reason: why }, [{ path: 'category', code: 'not_one_of' }]],
      [{ category: 'low_effort', reason: ' '.repeat(120) }, [{ path: 'reason' }]],
    ];
    for (const [body, fields] of refusals) {
      const answer = await act(id, r.researcher, { action: 'reject', ...body });
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ fields });
    }
  });

  it('is read by the participant, category and words, in the history and in a mail', async () => {
    const { r, person, id } = await completed();
    const body = { action: 'reject', category: 'failed_checks', reason: why };
    expect((await act(id, r.researcher, body)).status).toBe(200);
    const told = { state: 'rejected', category: 'failed_checks', reason: why, due_at: null };
    expect(await mine(person, id)).toMatchObject(told);
    const written = await mail('decided', 'enrolment.participant-decided', r, id);
    expect(written?.content.text).toContain(why.slice(0, 60));
    expect(written?.content.text).toContain('Checks of attention were not passed');
    expect(written?.content.subject).toContain('Not accepted');
  });
});

describe('A decision of the researchers', () => {
  it('to cancel needs a reason, which the participant reads', async () => {
    const { r, person, id } = await completed();
    expect((await act(id, r.researcher, { action: 'nullify' })).body).toMatchObject({
      fields: [{ path: 'reason', code: 'required' }],
    });
    const reason = 'The sound was missing.';
    await act(id, r.researcher, { action: 'nullify', reason });
    expect(await mine(person, id)).toMatchObject({ state: 'nullified', reason, category: null });
    const written = await mail('decided', 'enrolment.participant-decided', r, id);
    expect(written?.content.text).toContain(reason);
  });

  it('to screen a participant out frees the seat for the one who waits, from the start on and not before', async () => {
    const r = await recruit(run, { capacity: 1, privacy_level: 'roster_on_start' });
    const [person, waiting] = await two();
    const id = (await asking.enrol(r, person)).body._id;
    const queued = (await asking.enrol(r, waiting, { waitlist: true })).body._id;
    const screenOut = () => act(id, r.researcher, { action: 'screen-out' });
    expect((await screenOut()).body).toMatchObject({ code: 'illegal_transition' });
    await act(id, person, { action: 'start' });
    for (const _ of [1, 2])
      expect((await screenOut()).body).toMatchObject({ state: 'screened_out' });
    expect(await mine(waiting, queued)).toMatchObject({ state: 'offered' });
    expect(await seats(run.source, r.session_id)).toMatchObject({ taken: 1, counted: 1 });
    const written = await mail('decided', 'enrolment.participant-decided', r, id);
    expect(written?.content.subject).toContain('Not selected');
  });
});

describe('A participation that no researcher reviews', () => {
  it('is approved after 21 days, to the day, and says so', async () => {
    const { r, person, id } = await completed('anonymous');
    const before = await mine(person, id);
    expect(Date.parse(before.due_at ?? '') - Date.parse(before.updated_at)).toBe(days(21));
    clock.advance(days(21) - minutes(1));
    await sweep();
    expect(await mine(person, id)).toMatchObject({ state: 'completed' });
    clock.advance(minutes(2));
    await sweep();
    expect(await mine(person, id)).toMatchObject({ state: 'approved', due_at: null, reason: null });
    const written = await mail('decided', 'enrolment.participant-decided', r, id);
    expect(written?.content.text).toContain('Nobody objected within 21 days');
    expect(await seats(run.source, r.session_id)).toMatchObject({ taken: 1, counted: 1 });
  });
});

describe('A participant whose seat or wait ends', () => {
  it('is told when the session closes while they wait, which is no missed offer', async () => {
    const r = await recruit(run, { capacity: 1 });
    const [seated, waiting] = await two();
    await asking.enrol(r, seated);
    const id = (await asking.enrol(r, waiting, { waitlist: true })).body._id;
    await asking.ask('PUT', `/api/sessions/${r.session_id}/`, r.researcher, { state: 'closed' });
    expect(await mine(waiting, id)).toMatchObject({
      state: 'offer_expired',
      reason: 'session_closed',
    });
    const written = await mail('wait-ended', 'enrolment.participant-left', r, id);
    expect(written?.content.subject).toContain('The waiting list has ended');
  });

  it('is told that an offer was missed, in other words', async () => {
    const r = await recruit(run, { capacity: 1 });
    const [seated, waiting] = await two();
    const seat = (await asking.enrol(r, seated)).body._id;
    const id = (await asking.enrol(r, waiting, { waitlist: true })).body._id;
    await act(seat, seated, { action: 'withdraw' });
    clock.advance(hours(25));
    await sweep();
    expect(await mine(waiting, id)).toMatchObject({ state: 'offer_expired', reason: null });
    const written = await mail('wait-ended', 'enrolment.participant-left', r, id);
    expect(written?.content.subject).toContain('The place went to somebody else');
  });

  it('is told that the time ran out, before the start or after it', async () => {
    const r = await recruit(run, { start_within_minutes: 180, maximum_minutes: 60 });
    const [late, slow] = await two();
    const [lateId, slowId] = [
      (await asking.enrol(r, late)).body._id,
      (await asking.enrol(r, slow)).body._id,
    ];
    await act(slowId, slow, { action: 'start' });
    clock.advance(hours(4));
    await sweep();
    const texts = await Promise.all(
      [lateId, slowId].map((id) => mail('timed-out', 'enrolment.participant-left', r, id)),
    );
    expect(texts[0]?.content.text).toContain('You did not start this study in time');
    expect(texts[1]?.content.text).toContain('over before it was finished');
  });

  it('gets no mail about an end that is no more, once they came back', async () => {
    const r = await recruit(run, { start_within_minutes: 180 });
    const person = await makePerson(run.source);
    const id = (await asking.enrol(r, person)).body._id;
    clock.advance(hours(4));
    await sweep();
    expect((await asking.enrol(r, person)).body).toMatchObject({ _id: id, state: 'enrolled' });
    expect(await mail('timed-out', 'enrolment.participant-left', r, id)).toBeNull();
  });
});

describe('A reminder of a seat that was not used', () => {
  const remind = () => new LeaseRemindersJob(run.app.get(UnitOfWork), clock).run();
  const reminders = async (id: string): Promise<number> => {
    const [row]: { n: number }[] = await run.source.query(
      `SELECT count(*)::int AS n FROM platform.outbox
       WHERE name = 'enrolment.lease-ending' AND data->>'participation_id' = $1`,
      [id],
    );
    return row?.n ?? 0;
  };

  it('goes out once, a quarter of the lease before its end', async () => {
    const r = await recruit(run, { start_within_minutes: 48 * 60 });
    const person = await makePerson(run.source);
    const id = (await asking.enrol(r, person)).body._id;
    clock.advance(hours(36) - minutes(1));
    await remind();
    expect(await reminders(id)).toBe(0);
    clock.advance(minutes(2));
    // Two workers at once.
    await Promise.all([remind(), remind()]);
    await remind();
    expect(await reminders(id)).toBe(1);
    const written = await mail('lease-ending', 'enrolment.lease-ending', r, id);
    expect(written?.content.subject).toContain('Your place ends soon');
  });

  it('comes an hour before the end of a short lease, and not at all where that is at its beginning', async () => {
    const person = await makePerson(run.source);
    const ids: string[] = [];
    for (const start_within_minutes of [120, 90]) {
      const r = await recruit(run, { start_within_minutes });
      ids.push((await asking.enrol(r, person)).body._id);
    }
    await remind();
    expect(await Promise.all(ids.map(reminders))).toEqual([0, 0]);
    clock.advance(minutes(61));
    await remind();
    expect(await Promise.all(ids.map(reminders))).toEqual([1, 0]);
  });

  it('goes to a participant who comes back for their new deadline, and not to one who started', async () => {
    const r = await recruit(run, { start_within_minutes: 180, capacity: 3 });
    const [back, started] = await two();
    const id = (await asking.enrol(r, back)).body._id;
    const other = (await asking.enrol(r, started)).body._id;
    await act(other, started, { action: 'start' });
    clock.advance(hours(2.5));
    await remind();
    await act(id, back, { action: 'withdraw' });
    await asking.enrol(r, back);
    clock.advance(hours(2.5));
    await remind();
    expect(await Promise.all([id, other].map(reminders))).toEqual([2, 0]);
  });
});

describe('Withdrawing one’s data', () => {
  it('is possible after the end, keeps state and pay, and is noted by the day', async () => {
    const { r, person, id } = await completed('roster_on_completion');
    const today = clock.now().toISOString().slice(0, 10);
    for (const _ of [1, 2])
      expect((await act(id, person, { action: 'withdraw-data' })).body).toMatchObject({
        state: 'completed',
        data_withdrawn_on: today,
        reward: { amount: 450 },
      });
    expect(await mine(person, id)).toMatchObject({ data_withdrawn_on: today });
    expect(await roster(r)).toMatchObject([{ state: 'completed', data_withdrawn_on: today }]);
    const log: object[] = await run.source.query(
      `SELECT from_state, to_state, moved_by, reason FROM research.participation_move
       WHERE participation_id = $1 ORDER BY id DESC LIMIT 1`,
      [id],
    );
    expect(log).toEqual([
      {
        from_state: 'completed',
        to_state: 'completed',
        moved_by: 'participant',
        reason: 'withdraw-data',
      },
    ]);
  });

  it('is possible for a participant who left after the start, and refused where no data were made', async () => {
    const r = await recruit(run);
    const [left, never] = await two();
    const [leftId, neverId] = [
      (await asking.enrol(r, left)).body._id,
      (await asking.enrol(r, never)).body._id,
    ];
    await act(leftId, left, { action: 'start' });
    expect((await act(leftId, left, { action: 'withdraw-data' })).body).toMatchObject({
      code: 'illegal_transition',
    });
    for (const [id, who] of [
      [leftId, left],
      [neverId, never],
    ] as const)
      await act(id, who, { action: 'withdraw' });
    expect((await act(leftId, left, { action: 'withdraw-data' })).status).toBe(200);
    expect((await act(neverId, never, { action: 'withdraw-data' })).body).toMatchObject({
      code: 'illegal_transition',
    });
  });

  it('is the participant’s alone', async () => {
    const { r, id } = await completed();
    expect((await act(id, r.researcher, { action: 'withdraw-data' })).status).toBe(403);
    const stranger = await makePerson(run.source);
    expect((await act(id, stranger, { action: 'withdraw-data' })).status).toBe(404);
  });
});
