/**
 * @engines one: starts no workers and uses no queue, so it runs with only one kind of queue (Redis
 * or PostgreSQL)
 */
import { AvailabilityPoller } from '../../../server/live/availability-poller';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { makePeople, type TestPerson } from '../../support/people/people';
import { recruit, readSeatCounts, type RecruitingStudy } from '../../support/people/recruiting';
import { eventually } from '../../support/chance/wait';
import { openTestSocket, type TestSocket } from '../../support/app/watcher';

describe('A server without workers and without polling', () => {
  let run: RunningApp;
  const open: TestSocket[] = [];
  beforeAll(async () => {
    run = await sharedApp();
    run.app.get(AvailabilityPoller).onApplicationShutdown();
  });
  afterAll(async () => {
    for (const w of open) w.close();
    await run.close();
  });
  const watch = async (topic: string, token?: string) => {
    const w = await openTestSocket(run.url, token);
    open.push(w);
    expect(await w.watch(topic)).toMatchObject({ ok: true });
    return w;
  };
  const enrol = (r: RecruitingStudy, who: TestPerson) =>
    run
      .http()
      .post(`/api/sessions/${r.session_id}/participations/`)
      .set(who.headers)
      .send({ consent: r.consent })
      .expect(201);
  const last = (w: TestSocket) => w.seen.at(-1)?.version;

  it('informs its own sockets of its own changes: seats, states, and the session', async () => {
    const r = await recruit(run, { capacity: 5 });
    const visitor = await watch(`study:${r.study_id}`);
    const researcher = await watch('dashboard', r.researcher.token);
    const [person] = (await makePeople(run.source, 1)) as [TestPerson];
    const changes = [
      () => enrol(r, person),
      async () => {
        const [{ id }] = await run.source.query<[{ id: string }]>(
          'SELECT id FROM research.participation WHERE session_id = $1',
          [r.session_id],
        );
        await run
          .http()
          .put(`/api/participations/${id}/`)
          .set(person.headers)
          .send({ action: 'start' })
          .expect(200);
      },
      () =>
        run
          .http()
          .put(`/api/sessions/${r.session_id}/`)
          .set(r.researcher.headers)
          .send({ state: 'paused' })
          .expect(200),
    ];
    for (const change of changes) {
      await change();
      const { version } = await readSeatCounts(run.source, r.session_id);
      for (const w of [visitor, researcher])
        await eventually(
          () => last(w),
          (received) => received === version,
        );
    }
    expect(visitor.seen.at(-1)).toMatchObject({ state: 'paused' });
  });

  it('informs its own sockets, during many changes, at most ten times a second, and finally of the last state', async () => {
    const r = await recruit(run, { capacity: 60 });
    const visitor = await watch(`study:${r.study_id}`);
    const began = performance.now();
    await Promise.all((await makePeople(run.source, 60)).map((person) => enrol(r, person)));
    const { version } = await readSeatCounts(run.source, r.session_id);
    await eventually(
      () => last(visitor),
      (received) => received === version,
    );
    const seconds = (performance.now() - began) / 1000;
    expect(visitor.seen.length).toBeLessThanOrEqual(Math.ceil(seconds * 10) + 1);
    expect(visitor.seen.at(-1)).toMatchObject({ spots_available: 0 });
  });
});
