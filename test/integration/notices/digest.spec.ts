/**
 * @engines one: other files test how the queues pass mails, so it runs with only one kind of queue
 * (Redis or PostgreSQL)
 */
import { IdentityLinkReadPool } from '../../../server/platform/db/link-reads';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import { days, hours, minutes } from '../../../server/platform/concurrency/clock';
import { DigestsJob } from '../../../server/notices/digest/digests.job';
import { startApp, TestClock, type SeparateApp } from '../../support/app/app';
import {
  makePeople,
  makePerson,
  makeResearcher,
  type TestPerson,
} from '../../support/people/people';
import { recruit, type RecruitingOptions } from '../../support/people/recruiting';
import { unique } from '../../support/chance/unique';
import { eventually } from '../../support/chance/wait';
import { startTestWorkers } from '../../support/app/workers';
import type { RunningWorkers } from '../../../workers/start';
import { Inbox } from '../mail/inbox';
import { noticeRequestsOf } from './choosing';

// The file has its own clock and workers; its digests go to an SMTP server.
let run: SeparateApp;
let workers: RunningWorkers;
const inbox = new Inbox();
const clock = new TestClock();
beforeAll(async () => {
  await inbox.start();
  run = await startApp({ clock, environment: { SMTP_URL: inbox.url } });
  workers = await startTestWorkers(run);
});
afterAll(async () => {
  await workers.close();
  await run.close();
  await inbox.stop();
});

const job = () => new DigestsJob(run.app.get(UnitOfWork), clock, run.app.get(IdentityLinkReadPool));
/** Advances the clock to ten in the morning (UTC) of the next day. */
const nextMorning = () => {
  const today = Math.floor(clock.now().getTime() / days(1)) * days(1);
  clock.advance(today + days(1) + hours(10) - clock.now().getTime());
};
const optIn = async (person: TestPerson, more: object = {}) =>
  noticeRequestsOf(run).change(person, { wanted: { new_studies: true }, zone: 'UTC', ...more });
const launch = async (options: RecruitingOptions = {}) => {
  const title = `Study ${unique()}`;
  const made = await recruit(run, { title, ...options });
  // The digest contains a study only once its launch is a minute old.
  clock.advance(minutes(2));
  return { ...made, title };
};
/** Waits until the mails of the recorded digests are sent or dropped. */
async function settled() {
  await eventually(
    async () => {
      const [row]: { waiting: number }[] = await run.source.query(
        `SELECT count(*)::int AS waiting FROM identity.digest d WHERE NOT EXISTS (
           SELECT FROM platform.mail m WHERE m.state <> 'claimed' AND m.template = 'new-studies'
             AND m.key = 'digest:' || d.account_id || ':' || d.day || ':new-studies')`,
      );
      return row?.waiting;
    },
    (waiting) => waiting === 0,
  );
}
const digestsTo = (person: TestPerson) =>
  inbox
    .to(person.email)
    .filter(({ subject }) => /new stud/.test(subject))
    .map(({ text }) => text);

describe('The digest of new studies', () => {
  it('is sent once a day to people who opted in, with new studies that fit, however often the job runs', async () => {
    const [person, german, stranger] = await makePeople(run.source, 3);
    if (!person || !german || !stranger) throw new Error('three');
    await launch();
    await optIn(person);
    await run.source.query(`UPDATE identity.account SET language = 'de' WHERE id = $1`, [
      german._id,
    ]);
    await optIn(german);
    const fresh = await launch();
    const adults = await launch({ eligibility: [{ filter: 'age', range: { lower: 18 } }] });
    nextMorning();
    await Promise.all([job().run(), job().run(), job().run()]);
    await job().run();
    await settled();
    const [digest, ...more] = digestsTo(person);
    expect(more).toEqual([]);
    expect(digest).toContain(fresh.title);
    expect(digest).toContain(`/study/details/${fresh.study_id}`);
    // The digest contains no study launched earlier, and no study with an age limit, because the
    // person's age is unknown.
    expect(digest?.match(/\/study\/details\//g)).toHaveLength(1);
    expect(digest).not.toContain(adults.title);
    expect(inbox.to(german.email).map(({ subject }) => subject)).toEqual([
      'Eine neue Studie für Sie',
    ]);
    expect(digestsTo(stranger)).toEqual([]);
    clock.advance(hours(5));
    await launch();
    await job().run();
    await settled();
    expect(digestsTo(person)).toHaveLength(1);
  });

  it('contains on the next day what is new since, and nothing twice', async () => {
    const person = await makePerson(run.source);
    await optIn(person);
    const first = await launch();
    // Workers send mails in parallel, so each day's mail must have arrived before the next day
    // begins.
    const nextDigest = async () => {
      nextMorning();
      await job().run();
      await settled();
    };
    await nextDigest();
    const second = await launch();
    await nextDigest();
    await nextDigest();
    const [one, two, ...more] = digestsTo(person);
    expect(more).toEqual([]);
    expect(one).toContain(first.title);
    expect([two?.includes(first.title), two?.includes(second.title)]).toEqual([false, true]);
  });

  it('waits for the end of the quiet hours in the person’s time zone', async () => {
    const person = await makePerson(run.source);
    await optIn(person, { zone: 'America/New_York', quiet: { from: '22:00', until: '11:30' } });
    await launch();
    nextMorning();
    await job().run();
    // In New York, the quiet hours end at half past eleven. At 10:00 and at 15:00 UTC it is earlier
    // in New York, so no digest is sent.
    clock.advance(hours(5));
    await job().run();
    expect(digestsTo(person)).toEqual([]);
    clock.advance(hours(2));
    await job().run();
    await settled();
    expect(digestsTo(person)).toHaveLength(1);
  });

  it('is not sent to people who opted out or were disabled before the mail went out', async () => {
    const [out, left] = await makePeople(run.source, 2);
    if (!out || !left) throw new Error('two');
    await optIn(out);
    await optIn(left);
    await launch();
    nextMorning();
    inbox.onRecipient = (address) => {
      if (address === out.email || address === left.email)
        throw Object.assign(new Error('later'), { responseCode: 451 });
    };
    await job().run();
    await noticeRequestsOf(run).change(out, { wanted: { new_studies: false } });
    await run.source.query(`UPDATE identity.account SET disabled_at = now() WHERE id = $1`, [
      left._id,
    ]);
    await settled();
    inbox.onRecipient = () => undefined;
    expect([digestsTo(out), digestsTo(left)]).toEqual([[], []]);
  });

  it('is not sent for the person’s own study, or for a paused session or one by private link', async () => {
    const researcher = await makeResearcher(run.source);
    await optIn(researcher);
    await launch({ researcher });
    const paused = await launch();
    await run.source.query(`UPDATE research.session SET state = 'paused' WHERE id = $1`, [
      paused.session_id,
    ]);
    const hidden = await launch();
    await run.source.query(
      `UPDATE research.session SET audience = 'link', link_key = $2 WHERE id = $1`,
      [hidden.session_id, unique()],
    );
    nextMorning();
    await job().run();
    await settled();
    expect(digestsTo(researcher)).toEqual([]);
    const rows: object[] = await run.source.query(
      `SELECT FROM identity.digest WHERE account_id = $1`,
      [researcher._id],
    );
    expect(rows).toEqual([]);
  });

  it('does not reveal by its arrival who takes part in what', async () => {
    const researcher = await makeResearcher(run.source);
    const [taking, other] = await makePeople(run.source, 2);
    if (!taking || !other) throw new Error('two');
    const earlier = await launch({ researcher, privacy_level: 'roster_on_start' });
    await optIn(taking);
    await optIn(other);
    // The only new study is a follow-up: no participant gets a mail, whether it fits them or not.
    const answer = await run
      .http()
      .post(`/api/sessions/${earlier.session_id}/participations/`)
      .set(taking.headers)
      .send({ consent: earlier.consent });
    const { _id } = answer.body as { _id: string };
    await run
      .http()
      .put(`/api/participations/${_id}/`)
      .set(taking.headers)
      .send({ action: 'start' });
    const follow = await launch({
      researcher,
      privacy_level: 'roster_on_start',
      eligibility: [{ filter: 'participated_any_of', studies: [earlier.study_id] }],
    });
    nextMorning();
    await job().run();
    await settled();
    expect([digestsTo(taking), digestsTo(other)]).toEqual([[], []]);
    // Once a second new study is launched, both people get a mail, and the follow-up is in the
    // digest of the person whom it fits.
    const open = await launch();
    nextMorning();
    await job().run();
    await settled();
    const [[mine], [theirs]] = [digestsTo(taking), digestsTo(other)];
    expect([mine?.includes(open.title), theirs?.includes(open.title)]).toEqual([true, true]);
    expect([mine?.includes(follow.title), theirs?.includes(follow.title)]).toEqual([true, false]);
    // A person who has started the only new study still gets the digest.
    const only = await launch({ privacy_level: 'anonymous' });
    const seat = await run
      .http()
      .post(`/api/sessions/${only.session_id}/participations/`)
      .set(taking.headers)
      .send({ consent: only.consent });
    await run
      .http()
      .put(`/api/participations/${(seat.body as { _id: string })._id}/`)
      .set(taking.headers)
      .send({ action: 'start' });
    nextMorning();
    await job().run();
    await settled();
    expect([digestsTo(taking).length, digestsTo(other).length]).toEqual([2, 2]);
  });
});
