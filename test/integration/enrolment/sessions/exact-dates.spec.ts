import { enrolmentMails } from '../../../../server/enrolment/mails/participation.mail';
import { DeadlineEnforcer } from '../../../../server/enrolment/deadlines/deadlines';
import { hours } from '../../../../server/platform/concurrency/clock';
import type { RunningApp } from '../../../support/app/launch-app';
import {
  makeAdministrator,
  makePeople,
  makePerson,
  type TestPerson,
} from '../../../support/people/people';
import { recruit, readSeatCounts, type RecruitingStudy } from '../../../support/people/recruiting';
import { unique } from '../../../support/chance/unique';
import { sharedApp } from '../../../support/app/shared-app';
import { injectedRequestsOf } from '../direct-requests';
import { writeParticipationMail } from '../written-mail';

let run: RunningApp;
let asking: ReturnType<typeof injectedRequestsOf>;
beforeAll(async () => {
  run = await sharedApp();
  asking = injectedRequestsOf(run);
});
// No workers run here, so a sweep runs only when a test runs one.
afterAll(() => run.close());

const inAWhile = (ms: number) => new Date(run.clock.now().getTime() + ms).toISOString();
const sweep = () => run.app.get(DeadlineEnforcer, { strict: false });
const four = async () => {
  const [a, b, c, d] = await makePeople(run.source, 4);
  if (!a || !b || !c || !d) throw new Error('four people');
  return [a, b, c, d] as const;
};
const eventsOf = async (r: RecruitingStudy, name: string): Promise<number> => {
  const [row]: { n: number }[] = await run.source.query(
    `SELECT count(*)::int AS n FROM platform.outbox WHERE name = $2 AND data->>'session_id' = $1`,
    [r.session_id, name],
  );
  return row?.n ?? 0;
};
/** Whether the catalogue shows a card of the study. */
const hasCard = async (title: string): Promise<boolean> => {
  const url = `/api/studies/?text=${encodeURIComponent(title)}`;
  const { body } = await asking.ask<{ items: { title: string }[] }>('GET', url);
  return body.items.some((c) => c.title === title);
};
/** Writes the mail about an offer as the workers would now. */
const mailOf = (r: RecruitingStudy, participation: string) =>
  writeParticipationMail(
    run,
    enrolmentMails,
    'offer',
    'enrolment.participant-offered',
    r,
    participation,
  );
const storedState = async (r: RecruitingStudy): Promise<string> => {
  const [row]: { state: string }[] = await run.source.query(
    `SELECT state FROM research.session WHERE id = $1`,
    [r.session_id],
  );
  return row?.state ?? '';
};
const page = async (r: RecruitingStudy, who: TestPerson) =>
  (
    await asking.ask<{
      enrolment: { button: string };
      recruiting: boolean;
      spots_available: number;
      description: string | null;
    }>('GET', `/api/studies/${r.study_id}/`, who)
  ).body;

describe('From its closing date on, even before a job closes it, a session', () => {
  it('accepts no offers, makes none, and announces no free seat', async () => {
    const title = unique();
    const r = await recruit(run, { title, capacity: 2, closes_at: inAWhile(hours(1)) });
    const [a, b, c, d] = await four();
    const seat = await asking.enrol(r, a);
    const other = await asking.enrol(r, b);
    const places = [c, d].map((p) => asking.enrol(r, p, { waitlist: true }));
    const [first, last] = await Promise.all(places);
    if (!first || !last) throw new Error('two places');
    await asking.transition(seat.body._id, a, 'withdraw');
    expect(await eventsOf(r, 'enrolment.participant-offered')).toBe(1);
    expect(await mailOf(r, first.body._id)).toMatchObject({ to: { address: c.email } });
    expect(await hasCard(title)).toBe(true);
    run.clock.advance(hours(1));
    expect(await hasCard(title)).toBe(false);
    expect(await mailOf(r, first.body._id)).toBeNull();
    expect((await asking.enrol(r, a)).body.code).toBe('session_not_active');
    expect(await asking.transition(first.body._id, c, 'accept')).toMatchObject({
      status: 409,
      body: { code: 'session_not_active' },
    });
    // Both withdrawals free a seat, and one person still waits, but no offer is made after the
    // closing date.
    expect((await asking.transition(first.body._id, c, 'withdraw')).status).toBe(200);
    expect((await asking.transition(other.body._id, b, 'withdraw')).status).toBe(200);
    expect(await readSeatCounts(run.source, r.session_id)).toMatchObject({
      taken: 0,
      waitlisted: 1,
    });
    expect(await eventsOf(r, 'enrolment.participant-offered')).toBe(1);
    expect(await page(r, a)).toMatchObject({ recruiting: false, spots_available: 0 });
    expect(await storedState(r)).toBe('active');
    expect(await sweep().closeSessions()).toBe(1);
    expect(await readSeatCounts(run.source, r.session_id)).toMatchObject({
      taken: 0,
      waitlisted: 0,
    });
    expect(await eventsOf(r, 'enrolment.participant-offered')).toBe(1);
  });
});

describe('From its opening date on, even before a job opens it, a launched session', () => {
  it('can be read and enrolled in; the job records the opening and publishes one event', async () => {
    const title = unique();
    const r = await recruit(run, { title, capacity: 1, opens_at: inAWhile(hours(1)) });
    const [a, b, c] = await four();
    expect(await hasCard(title)).toBe(false);
    expect((await asking.enrol(r, a)).body.code).toBe('session_not_active');
    expect(await page(r, a)).toMatchObject({
      enrolment: { button: 'not_recruiting_yet' },
      recruiting: false,
      description: null,
    });
    run.clock.advance(hours(1));
    expect(await page(r, a)).toMatchObject({
      enrolment: { button: 'enroll_now' },
      recruiting: true,
      spots_available: 1,
      description: 'What do you remember?',
    });
    expect(await hasCard(title)).toBe(true);
    const seat = await asking.enrol(r, a);
    expect(seat.status).toBe(201);
    expect((await asking.enrol(r, b)).body.code).toBe('session_full');
    const place = await asking.enrol(r, b, { waitlist: true });
    await asking.enrol(r, c, { waitlist: true });
    await asking.transition(seat.body._id, a, 'withdraw');
    expect(await asking.transition(place.body._id, b, 'accept')).toMatchObject({
      status: 200,
      body: { state: 'enrolled' },
    });
    expect(await storedState(r)).toBe('scheduled');
    await Promise.all([sweep().openSessions(), sweep().openSessions()]);
    expect(await storedState(r)).toBe('active');
    expect(await sweep().openSessions()).toBe(0);
    // The server records one event for the launch and one for the later opening.
    expect(await eventsOf(r, 'enrolment.session-launched')).toBe(2);
    expect(await readSeatCounts(run.source, r.session_id)).toMatchObject({
      taken: 1,
      waitlisted: 1,
    });
  });

  it('can be paused by its researcher', async () => {
    const r = await recruit(run, { opens_at: inAWhile(hours(1)) });
    const change = (state: string) =>
      asking.ask('PUT', `/api/sessions/${r.session_id}/`, r.researcher, { state });
    expect((await change('paused')).body.code).toBe('illegal_transition');
    run.clock.advance(hours(1));
    expect((await change('paused')).body.state).toBe('paused');
    expect(await sweep().openSessions()).toBe(0);
    expect((await asking.enrol(r, await makePerson(run.source))).body.code).toBe(
      'session_not_active',
    );
  });

  it('stays closed to participants while the account of its owner is disabled', async () => {
    const title = unique();
    const r = await recruit(run, { title, opens_at: inAWhile(hours(1)) });
    const administrator = await makeAdministrator(run.source);
    const disabled = await asking.ask('PUT', `/api/users/${r.researcher._id}/`, administrator, {
      disabled: true,
      reason: 'x',
    });
    expect(disabled.status).toBe(200);
    run.clock.advance(hours(1));
    const person = await makePerson(run.source);
    expect((await asking.enrol(r, person)).body.code).toBe('session_not_active');
    expect(await page(r, person)).toMatchObject({ recruiting: false, spots_available: 0 });
    expect(await hasCard(title)).toBe(false);
  });
});
