import { sessionClosingMails } from '../../../server/enrolment/mails/closing.mail';
import { ClosingNoticesJob } from '../../../server/enrolment/deadlines/closing-notices.job';
import { days, hours, addMilliseconds, minutes } from '../../../server/platform/concurrency/clock';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { TestClock } from '../../support/app/test-clock';
import { makePeople, makePerson } from '../../support/people/people';
import { recruit, type RecruitingStudy } from '../../support/people/recruiting';
import { injectedRequestsOf } from '../enrolment/direct-requests';
import { writeParticipationMail } from '../enrolment/written-mail';

// The file has its own clock, which the tests move until sessions end.
let run: RunningApp;
const clock = new TestClock();
beforeAll(async () => {
  run = await sharedApp({ clock });
});
afterAll(() => run.close());

const tell = () => new ClosingNoticesJob(run.app.get(UnitOfWork), clock).run();
const toldOf = async (id: string): Promise<number> => {
  const [row]: { n: number }[] = await run.source.query(
    `SELECT count(*)::int AS n FROM platform.outbox
     WHERE name = 'enrolment.closing-ahead' AND data->>'participation_id' = $1`,
    [id],
  );
  return row?.n ?? 0;
};
const mailTo = (r: RecruitingStudy, id: string) =>
  writeParticipationMail(
    run,
    sessionClosingMails,
    'session-closing',
    'enrolment.closing-ahead',
    r,
    id,
  );
const endingIn = (ms: number, more: object = {}) =>
  recruit(run, {
    closes_at: addMilliseconds(clock.now(), ms).toISOString(),
    start_within_minutes: 14 * 24 * 60,
    capacity: 5,
    ...more,
  });
const moveEnd = async (r: RecruitingStudy, ms: number) => {
  const answer = await run
    .http()
    .put(`/api/sessions/${r.session_id}/`)
    .set(r.researcher.headers)
    .send({ closes_at: addMilliseconds(clock.now(), ms).toISOString() });
  if (answer.status !== 200) throw new Error(answer.text);
};

describe('The notice that a session ends soon', () => {
  it('is sent once, within its last day, to people with a seat who have not started', async () => {
    const { enrol, transition } = injectedRequestsOf(run);
    const r = await endingIn(days(3));
    const people = await makePeople(run.source, 3);
    const ids = await Promise.all(people.map(async (one) => (await enrol(r, one)).body._id));
    const [, started, gone] = people;
    if (!started || !gone) throw new Error('three');
    await transition(ids[1] ?? '', started, 'start');
    clock.advance(days(2) - minutes(1));
    await tell();
    expect(await Promise.all(ids.map(toldOf))).toEqual([0, 0, 0]);
    await transition(ids[2] ?? '', gone, 'withdraw');
    clock.advance(minutes(2));
    // Three workers run the job at the same time, and a fourth run follows.
    await Promise.all([tell(), tell(), tell()]);
    await tell();
    clock.advance(hours(3));
    await tell();
    expect(await Promise.all(ids.map(toldOf))).toEqual([1, 0, 0]);
    const mail = await mailTo(r, ids[0] ?? '');
    expect(mail?.content.subject).toContain('The study ends soon');
  });

  it('is not sent to people who started in the meantime, or if the end was postponed', async () => {
    const { enrol, transition } = injectedRequestsOf(run);
    const r = await endingIn(hours(20));
    const [one, other] = await makePeople(run.source, 2);
    if (!one || !other) throw new Error('two');
    const id = (await enrol(r, one)).body._id;
    const second = (await enrol(r, other)).body._id;
    await tell();
    await transition(id, one, 'start');
    expect(await mailTo(r, id)).toBeNull();
    expect(await mailTo(r, second)).not.toBeNull();
    await moveEnd(r, days(4));
    expect(await mailTo(r, second)).toBeNull();
  });

  it('is sent again when the end is postponed by days, and not by hours', async () => {
    const { enrol } = injectedRequestsOf(run);
    const r = await endingIn(hours(20));
    const id = (await enrol(r, await makePerson(run.source))).body._id;
    await tell();
    await moveEnd(r, hours(23));
    await tell();
    expect(await toldOf(id)).toBe(1);
    await moveEnd(r, days(4));
    clock.advance(days(3) + hours(1));
    await tell();
    expect(await toldOf(id)).toBe(2);
  });

  it('is not sent for a session that is paused or has no end', async () => {
    const { enrol } = injectedRequestsOf(run);
    const paused = await endingIn(hours(20));
    const endless = await recruit(run, { start_within_minutes: 600 });
    const ids = await Promise.all(
      [paused, endless].map(async (r) => (await enrol(r, await makePerson(run.source))).body._id),
    );
    await run
      .http()
      .put(`/api/sessions/${paused.session_id}/`)
      .set(paused.researcher.headers)
      .send({ state: 'paused' });
    await tell();
    expect(await Promise.all(ids.map(toldOf))).toEqual([0, 0]);
  });
});
