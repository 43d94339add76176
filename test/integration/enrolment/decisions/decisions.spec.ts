import { days, minutes } from '../../../../server/platform/concurrency/clock';
import { sharedApp } from '../../../support/app/shared-app';
import { TestClock } from '../../../support/app/test-clock';
import type { RunningApp } from '../../../support/app/launch-app';
import { recruit, readSeatCounts } from '../../../support/people/recruiting';
import { participationRequestsOf } from './ends';

const why =
  'You answered all forty pages within two minutes, and both questions that ask to tick a given box ' +
  'were answered with another one.';

let run: RunningApp;
let ends: ReturnType<typeof participationRequestsOf>;
const clock = new TestClock();
beforeAll(async () => {
  run = await sharedApp({ clock });
  ends = participationRequestsOf(run);
});
afterEach(() => clock.reset());
afterAll(() => run.close());

describe('The rejection of a participation', () => {
  it('needs a category and a reason of a hundred characters, else it is refused', async () => {
    const { r, id } = await ends.completed();
    const refusals: [object, object[]][] = [
      [{}, [{ path: 'category' }, { path: 'reason', code: 'required' }]],
      [{ category: 'low_effort', reason: 'bad' }, [{ path: 'reason', code: 'too_short' }]],
      [{ category: 'rude', reason: why }, [{ path: 'category', code: 'not_one_of' }]],
      [{ category: 'low_effort', reason: ' '.repeat(120) }, [{ path: 'reason' }]],
    ];
    for (const [body, fields] of refusals) {
      const answer = await ends.act(id, r.researcher, { action: 'reject', ...body });
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ fields });
    }
  });

  it('shows its category and reason to the participant in the history and in an email', async () => {
    const { r, person, id } = await ends.completed();
    const body = { action: 'reject', category: 'failed_checks', reason: why };
    expect((await ends.act(id, r.researcher, body)).status).toBe(200);
    const told = { state: 'rejected', category: 'failed_checks', reason: why, due_at: null };
    expect(await ends.mine(person, id)).toMatchObject(told);
    const written = await ends.mail('decided', 'enrolment.participant-decided', r, id);
    expect(written?.content.text).toContain(why.slice(0, 60));
    expect(written?.content.text).toContain('Checks of attention were not passed');
    expect(written?.content.subject).toContain('Not accepted');
  });
});

describe('A decision of the researchers', () => {
  it('to cancel a participation needs a reason, which the participant reads', async () => {
    const { r, person, id } = await ends.completed();
    expect((await ends.act(id, r.researcher, { action: 'nullify' })).body).toMatchObject({
      fields: [{ path: 'reason', code: 'required' }],
    });
    const reason = 'The sound was missing.';
    await ends.act(id, r.researcher, { action: 'nullify', reason });
    expect(await ends.mine(person, id)).toMatchObject({
      state: 'nullified',
      reason,
      category: null,
    });
    const written = await ends.mail('decided', 'enrolment.participant-decided', r, id);
    expect(written?.content.text).toContain(reason);
  });

  it('to screen out a participant is possible only after the start, and offers the freed seat to the waitlist', async () => {
    const r = await recruit(run, { capacity: 1, privacy_level: 'roster_on_start' });
    const [person, waiting] = await ends.two();
    const id = (await ends.enrol(r, person)).body._id;
    const queued = (await ends.enrol(r, waiting, { waitlist: true })).body._id;
    const screenOut = () => ends.act(id, r.researcher, { action: 'screen-out' });
    expect((await screenOut()).body).toMatchObject({ code: 'illegal_transition' });
    await ends.act(id, person, { action: 'start' });
    for (const _ of [1, 2])
      expect((await screenOut()).body).toMatchObject({ state: 'screened_out' });
    expect(await ends.mine(waiting, queued)).toMatchObject({ state: 'offered' });
    expect(await readSeatCounts(run.source, r.session_id)).toMatchObject({ taken: 1, counted: 1 });
    const written = await ends.mail('decided', 'enrolment.participant-decided', r, id);
    expect(written?.content.subject).toContain('Not selected');
  });
});

describe('A completed participation without a review', () => {
  it('is approved after exactly 21 days, and its email says so', async () => {
    const { r, person, id } = await ends.completed('anonymous');
    const before = await ends.mine(person, id);
    expect(Date.parse(before.due_at ?? '') - Date.parse(before.updated_at)).toBe(days(21));
    clock.advance(days(21) - minutes(1));
    await ends.sweep();
    expect(await ends.mine(person, id)).toMatchObject({ state: 'completed' });
    clock.advance(minutes(2));
    await ends.sweep();
    expect(await ends.mine(person, id)).toMatchObject({
      state: 'approved',
      due_at: null,
      reason: null,
    });
    const written = await ends.mail('decided', 'enrolment.participant-decided', r, id);
    expect(written?.content.text).toContain('Nobody objected within 21 days');
    expect(await readSeatCounts(run.source, r.session_id)).toMatchObject({ taken: 1, counted: 1 });
  });
});
