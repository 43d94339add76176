/**
 * @engines long: Redis and PostgreSQL pass live messages between servers in different ways, so
 * `npm test -- long` runs it with both kinds of queue (Redis and PostgreSQL)
 */
import type { RunningWorkers } from '../../../workers/start';
import { startApp, TestClock, type RunningApp } from '../../support/app/app';
import { bodyOf } from '../../support/app/body-of';
import { recruit } from '../../support/people/recruiting';
import { eventually } from '../../support/chance/wait';
import { openTestSocket, type TestSocket } from '../../support/app/watcher';
import { startTestWorkers } from '../../support/app/workers';

describe('A session before its launch', () => {
  let run: RunningApp;
  let workers: RunningWorkers;
  const open: TestSocket[] = [];
  beforeAll(async () => {
    // This file has its own application, because its workers handle every event of their database.
    run = await startApp({ clock: new TestClock() });
    workers = await startTestWorkers(run);
  });
  afterAll(async () => {
    for (const w of open) w.close();
    await workers.close();
    await run.close();
  });
  const watch = async (topic: string, token?: string) => {
    const w = await openTestSocket(run.url, token);
    open.push(w);
    expect(await w.watch(topic)).toMatchObject({ ok: true });
    return w;
  };
  const statesOf = (w: TestSocket, session: string) =>
    w.seen.filter((m) => m.session_id === session).map((m) => m.state);

  it('is shown live to its researcher, and from the launch on to watchers of the study', async () => {
    const r = await recruit(run);
    const visitor = await watch(`study:${r.study_id.toUpperCase()}`);
    const researcher = await watch('dashboard', r.researcher.token);
    const { _id } = await bodyOf<{ _id: string }>(
      run
        .http()
        .post(`/api/studies/${r.study_id}/sessions/`)
        .set(r.researcher.headers)
        .send({ capacity: 7 })
        .expect(201),
    );
    await eventually(
      () => statesOf(researcher, _id),
      (states) => states.includes('scheduled'),
    );
    await run
      .http()
      .put(`/api/sessions/${_id}/`)
      .set(r.researcher.headers)
      .send({ state: 'active' })
      .expect(200);
    await eventually(
      () => statesOf(visitor, _id),
      (states) => states.includes('active'),
    );
    expect(statesOf(visitor, _id)).not.toContain('scheduled');
  });
});
