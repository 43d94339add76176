/**
 * @engines both: the readiness check connects to the program that stores the queues, so it runs
 * with both kinds of queue (Redis and PostgreSQL)
 */
import { startApp, type RunningApp } from '../../support/app/app';
import { makePerson } from '../../support/people/people';
import { recruit } from '../../support/people/recruiting';
import { eventually } from '../../support/chance/wait';
import { startTestWorkers } from '../../support/app/workers';
import type { RunningWorkers } from '../../../workers/start';
import { startTimeoutMs } from '../../support/app/starting-takes';

let run: RunningApp;
let workers: RunningWorkers;
// This file has its own application, whose workers count their own events only.
beforeAll(async () => {
  run = await startApp();
  workers = await startTestWorkers(run, { environment: { WORKERS_PORT: '0', HOST: '0.0.0.0' } });
});
afterAll(async () => {
  await workers.close();
  await run.close();
});

const ask = (path: string, init?: RequestInit) =>
  fetch(`http://127.0.0.1:${workers.monitoringPort}${path}`, init);
const metric = async (name: string): Promise<number> => {
  const text = await (await ask('/metrics')).text();
  const lines = text.split('\n').filter((line) => line.startsWith(name));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
};

describe('The monitoring port of the workers', () => {
  it('reports that they are alive, and that PostgreSQL, the queues and the relay answer', async () => {
    expect(await (await ask('/health/live')).json()).toEqual({ status: 'live' });
    const ready = await ask('/health/ready');
    expect([ready.status, await ready.json()]).toEqual([
      200,
      {
        status: 'ready',
        database: true,
        relay: true,
        ...(run.config.redisUrl && { redis: true }),
      },
    ]);
  });

  it('is open to the same machine only, whatever the server’s address is', async () => {
    const elsewhere = `http://127.0.0.2:${workers.monitoringPort}/health/live`;
    await expect(fetch(elsewhere)).rejects.toThrow('fetch failed');
  });

  it('counts relayed events and measures each queue and job', async () => {
    const place = await recruit(run);
    const person = await makePerson(run.source);
    await run
      .http()
      .post(`/api/sessions/${place.session_id}/participations/`)
      .set(person.headers)
      .send({ consent: place.consent })
      .expect(201);
    for (const name of [
      'commonlab_reaction_seconds_count{queue="live"',
      'commonlab_events_relayed_total',
      'commonlab_job_seconds_count{',
    ])
      await eventually(
        () => metric(name),
        (count) => count > 0,
      );
    expect(await (await ask('/metrics')).text()).not.toContain(person._id);
  });

  it('answers no other path and no other method', async () => {
    expect((await ask('/api/studies/')).status).toBe(404);
    const refused = await ask('/health/live', { method: 'POST' });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it(
    'is not opened if its setting is missing',
    async () => {
      const silent = await startTestWorkers(run);
      expect(silent.monitoringPort).toBeUndefined();
      await silent.close();
    },
    startTimeoutMs,
  );
});
