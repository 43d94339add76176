/**
 * @engines both: jobs of an older version can wait in a queue, so it runs with both kinds of queue
 * (Redis and PostgreSQL)
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { SeatAvailability } from '../../../contracts/live/live';
import type { RunningWorkers } from '../../../workers/start';
import { startApp, TestClock, type RunningApp } from '../../support/app/app';
import { makePeople, makePerson, type TestPerson } from '../../support/people/people';
import { recruit, readSeatCounts, type RecruitingStudy } from '../../support/people/recruiting';
import { printSeededRandom } from '../../support/chance/seeded';
import { eventually } from '../../support/chance/wait';
import { openTestSocket, type TestSocket } from '../../support/app/watcher';
import { startTestWorkers } from '../../support/app/workers';

describe('A live page that shows the counts of a session', () => {
  let run: RunningApp;
  let workers: RunningWorkers;
  const open: TestSocket[] = [];
  beforeAll(async () => {
    // This file has its own application, because its workers handle every event of their database.
    run = await startApp({ clock: new TestClock() });
    workers = await startTestWorkers(run);
  });
  afterAll(async () => {
    for (const one of open) one.close();
    await workers.close();
    await run.close();
  });
  const connect = async (who?: TestPerson) => {
    const one = await openTestSocket(run.url, who?.token);
    open.push(one);
    return one;
  };
  const enrol = (r: RecruitingStudy, who: TestPerson) =>
    run
      .http()
      .post(`/api/sessions/${r.session_id}/participations/`)
      .set(who.headers)
      .send({ consent: r.consent });
  const of = (one: TestSocket, r: RecruitingStudy) =>
    one.seen.filter((m) => m.session_id === r.session_id);
  /**
   * Returns the newest version: the web app would show it, and never replaces it by an older one.
   */
  const shown = (one: TestSocket, r: RecruitingStudy) =>
    of(one, r).reduce<SeatAvailability | undefined>(
      (best, m) => (best && best.version >= m.version ? best : m),
      undefined,
    );
  /** Counts the session's events that the live consumer has not handled yet. */
  const untold = async (r: RecruitingStudy): Promise<number> =>
    (
      await run.source.query<unknown[]>(
        `SELECT 1 FROM platform.outbox o WHERE data->>'session_id' = $1 AND name LIKE 'enrolment.%'
         AND NOT EXISTS (SELECT 1 FROM platform.processed_event d WHERE d.event_id = o.id
         AND d.consumer = 'live')`,
        [r.session_id],
      )
    ).length;
  /** Commits a change without an event. */
  const silently = (r: RecruitingStudy, capacity: number) =>
    run.source.query('UPDATE research.session SET capacity = $2 WHERE id = $1', [
      r.session_id,
      capacity,
    ]);

  it('ignores an old event that arrives late', async () => {
    const r = await recruit(run, { capacity: 5 });
    const screen = await connect(r.researcher);
    await screen.watch('dashboard');
    const [a, b, c] = await makePeople(run.source, 3);
    if (!a || !b || !c) throw new Error('three people');
    await enrol(r, a);
    await enrol(r, b);
    const { version } = await readSeatCounts(run.source, r.session_id);
    await eventually(
      () => shown(screen, r),
      (m) => m?.version === version,
    );
    await eventually(
      () => untold(r),
      (n) => n === 0,
    );
    screen.seen.length = 0;
    // Writes the event of the first enrolment a second time, as if the queue had been emptied and
    // filled again.
    await run.source.query(
      `WITH old AS (SELECT id FROM platform.outbox WHERE name = 'enrolment.participant-enrolled'
       AND data->>'session_id' = $1 ORDER BY at LIMIT 1)
      INSERT INTO platform.outbox (id, name, data) SELECT gen_random_uuid(), o.name, o.data FROM platform.outbox o JOIN old USING (id)`,
      [r.session_id],
    );
    await eventually(
      () => untold(r),
      (n) => n === 0,
    );
    // Makes a later message. When this message arrives, everything that the event caused has
    // arrived.
    await enrol(r, c);
    await eventually(
      () => shown(screen, r)?.version,
      (now) => now === version + 1,
    );
    expect(of(screen, r).map((m) => [m.version, m.spots_available])).toEqual([[version + 1, 2]]);
  });

  it('gets the same content for each version, from any sender and however often', async () => {
    const r = await recruit(run, { capacity: 30 });
    const screens = await Promise.all([connect(r.researcher), connect(r.researcher)]);
    await Promise.all(screens.map((one) => one.watch('dashboard')));
    const people = await makePeople(run.source, 60);
    const { random } = printSeededRandom('the moments of the enrolments');
    const pauses = people.map(() => random() * 1_000);
    await Promise.all(
      people.map(async (p, i) => {
        await wait(pauses[i]);
        await enrol(r, p);
      }),
    );
    const { version } = await readSeatCounts(run.source, r.session_id);
    for (const one of screens)
      await eventually(
        () => shown(one, r),
        (m) => m?.version === version && m.spots_available === 0,
      );
    const said = new Map<number, string>();
    for (const m of screens.flatMap((one) => of(one, r))) {
      expect(said.get(m.version) ?? JSON.stringify(m)).toBe(JSON.stringify(m));
      said.set(m.version, JSON.stringify(m));
      expect(m.spots_available).toBe(30 - (m.counts?.enrolled ?? 0));
    }
  });

  it('gets the changes since a disconnection when it watches a second time', async () => {
    const r = await recruit(run, { capacity: 5 });
    const screen = await connect(r.researcher);
    await screen.watch('dashboard');
    screen.socket.io.engine.close();
    await enrol(r, await makePerson(run.source));
    await eventually(
      () => screen.socket.connected,
      (is) => is,
    );
    const answer = await screen.watch('dashboard');
    expect(answer).toMatchObject({
      ok: true,
      snapshot: expect.arrayContaining([
        expect.objectContaining({ session_id: r.session_id, spots_available: 4 }),
      ]),
    });
    await enrol(r, await makePerson(run.source));
    await eventually(
      () => shown(screen, r)?.spots_available,
      (n) => n === 3,
    );
  });

  it('gets within seconds a change that the server failed to send: on dashboard, session and study', async () => {
    const r = await recruit(run, { capacity: 5 });
    const [dashboard, session, visitor] = [
      await connect(r.researcher),
      await connect(r.researcher),
      await connect(),
    ];
    await dashboard.watch('dashboard');
    await session.watch(`session:${r.session_id}`);
    await visitor.watch(`study:${r.study_id}`);
    await silently(r, 8);
    for (const one of [dashboard, session, visitor])
      await eventually(
        () => shown(one, r)?.capacity,
        (n) => n === 8,
      );
    expect(JSON.stringify(of(visitor, r))).not.toContain('counts');
  });

  it('gets a change that was lost just as it began to watch, and a new session', async () => {
    for (let i = 0; i < 3; i++) {
      const r = await recruit(run, { capacity: 5 });
      const screen = await connect(r.researcher);
      await screen.watch('dashboard');
      await silently(r, 6 + i);
      await eventually(
        () => shown(screen, r)?.capacity,
        (n) => n === 6 + i,
      );
    }
    const r = await recruit(run, { capacity: 5 });
    const screen = await connect(r.researcher);
    await screen.watch('dashboard');
    const id = '018f0000-0000-7000-8000-00000000abcd';
    await run.source.query(
      `INSERT INTO research.session (id, study_id, state, audience, privacy_level, capacity, start_within_minutes, maximum_minutes)
       VALUES ($1, $2, 'scheduled', 'catalogue', 'anonymous', 7, 60, 60)`,
      [id, r.study_id],
    );
    await eventually(
      () => screen.seen.filter((m) => m.session_id === id).at(-1)?.capacity,
      (n) => n === 7,
    );
  });

  it('gets the new state of a session whose closing sent no event', async () => {
    const r = await recruit(run, { capacity: 5 });
    const screen = await connect(r.researcher);
    await screen.watch('dashboard');
    await run.source.query(
      `UPDATE research.session SET state = 'closed', close_reason = 'manual', closed_at = now() WHERE id = $1`,
      [r.session_id],
    );
    await eventually(
      () => shown(screen, r)?.state,
      (state) => state === 'closed',
    );
  });
});
