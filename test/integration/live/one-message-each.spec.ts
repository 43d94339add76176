/**
 * @engines both: Redis and PostgreSQL pass live messages between servers in different ways, so it
 * runs with both kinds of queue (Redis and PostgreSQL)
 */
import type { SeatAvailability, WatchTopicResponse } from '../../../contracts/live/live';
import type { RunningWorkers } from '../../../workers/start';
import { startApp, TestClock, type RunningApp } from '../../support/app/app';
import { makePeople, type TestPerson } from '../../support/people/people';
import { recruit, readSeatCounts, type RecruitingStudy } from '../../support/people/recruiting';
import { printSeededRandom } from '../../support/chance/seeded';
import { eventually } from '../../support/chance/wait';
import { openTestSocket, type TestSocket } from '../../support/app/watcher';
import { startTestWorkers } from '../../support/app/workers';

/** A socket that watches a session, and the versions that it received, in the order of arrival. */
interface Screen {
  name: string;
  watcher: TestSocket;
  /**
   * The versions of the session's availability that this socket received, in snapshots and in
   * messages.
   */
  versions: number[];
  /** The versions that came as messages, not in a snapshot. */
  messageVersions: number[];
}

describe('Two servers and two workers that send live updates of a session', () => {
  let run: RunningApp;
  let second: RunningApp;
  let workers: RunningWorkers[];
  const open: TestSocket[] = [];
  beforeAll(async () => {
    // This file has its own application, because its workers handle every event of their database.
    run = await startApp({ clock: new TestClock() });
    second = await startApp({ engines: run.engines });
    workers = [await startTestWorkers(run), await startTestWorkers(run)];
  });
  afterAll(async () => {
    for (const w of open) w.close();
    await Promise.all(workers.map((one) => one.close()));
    await second.close();
    await run.close();
  });

  const screen = async (
    r: RecruitingStudy,
    name: string,
    at: RunningApp,
    topics: string[],
    who?: TestPerson,
  ): Promise<Screen> => {
    const w = await openTestSocket(at.url, who?.token);
    open.push(w);
    const one: Screen = { name, watcher: w, versions: [], messageVersions: [] };
    w.socket.on('session.availability', (m) => {
      if (m.session_id !== r.session_id) return;
      one.versions.push(m.version);
      one.messageVersions.push(m.version);
    });
    for (const topic of topics)
      await new Promise<void>((done) =>
        w.socket.emit('watch', { topic }, (answer: WatchTopicResponse) => {
          if (!answer.ok) throw new Error(answer.code);
          const tiles = [answer.snapshot].flat() as SeatAvailability[];
          one.versions.push(
            ...tiles.flatMap((t) => (t.session_id === r.session_id ? [t.version] : [])),
          );
          done();
        }),
      );
    return one;
  };
  const screens = (r: RecruitingStudy) =>
    Promise.all([
      screen(r, 'a visitor at the first server', run, [`study:${r.study_id}`]),
      screen(r, 'a visitor at the second', second, [`study:${r.study_id}`]),
      screen(r, 'the dashboard', second, ['dashboard'], r.researcher),
      screen(
        r,
        'all three topics in one socket',
        run,
        ['dashboard', `session:${r.session_id}`, `study:${r.study_id}`],
        r.researcher,
      ),
    ]);
  const enrol = async (r: RecruitingStudy, who: TestPerson) => {
    const { status } = await run
      .http()
      .post(`/api/sessions/${r.session_id}/participations/`)
      .set(who.headers)
      .send({ consent: r.consent });
    expect(status).toBe(201);
  };
  const allReceive = (all: Screen[], version: number) =>
    eventually(
      () => all.map((one) => one.versions.at(-1)),
      (last) => last.every((v) => v === version),
    );
  /** Counts the session's events that no worker has sent yet. */
  const unsentEvents = async (r: RecruitingStudy) => {
    const rows: unknown[] = await run.source.query(
      `SELECT 1 FROM platform.outbox o WHERE data->>'session_id' = $1 AND name LIKE 'enrolment.%'
       AND NOT EXISTS (SELECT 1 FROM platform.processed_event d WHERE d.event_id = o.id
       AND d.consumer = 'live')`,
      [r.session_id],
    );
    return rows.length;
  };

  it('send one message for each change to each watcher, also while the poll of each second runs', async () => {
    const r = await recruit(run, { capacity: 20 });
    const watching = await screens(r);
    const versions: number[] = [];
    for (const person of await makePeople(run.source, 12)) {
      await enrol(r, person);
      const { version } = await readSeatCounts(run.source, r.session_id);
      await allReceive(watching, version);
      versions.push(version);
    }
    await eventually(
      () => unsentEvents(r),
      (n) => n === 0,
    );
    for (const one of watching)
      expect([one.name, one.messageVersions]).toEqual([one.name, versions]);
  });

  it('send no repeated and no older message during many changes in a short time, also to watchers who join meanwhile', async () => {
    const r = await recruit(run, { capacity: 120 });
    const watching = await screens(r);
    const { random } = printSeededRandom('the moments of coming');
    const people = await makePeople(run.source, 120);
    const late: Promise<Screen>[] = [];
    for (let i = 0; i < people.length; i += 6) {
      await Promise.all(people.slice(i, i + 6).map((p) => enrol(r, p)));
      if (random() < 0.6)
        late.push(
          screen(r, `who came at ${i}`, random() < 0.5 ? run : second, [`study:${r.study_id}`]),
        );
    }
    const everybody = [...watching, ...(await Promise.all(late))];
    const { version } = await readSeatCounts(run.source, r.session_id);
    await allReceive(everybody, version);
    await eventually(
      () => unsentEvents(r),
      (n) => n === 0,
    );
    for (const { name, versions, messageVersions } of everybody) {
      const increasing = [...new Set(messageVersions)].sort((a, b) => a - b);
      expect([name, messageVersions]).toEqual([name, increasing]);
      expect([name, versions]).toEqual([name, [...versions].sort((a, b) => a - b)]);
    }
    // Time limit: the test needs a hundred and twenty people and two programs besides this one.
  }, 30_000);
});
