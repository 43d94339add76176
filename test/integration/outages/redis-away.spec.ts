import { setTimeout as wait } from 'node:timers/promises';
import type { RunningWorkers } from '../../../workers/start';
import { startApp, type RunningApp } from '../../support/app';
import { makePeople } from '../../support/people';
import { recruit, seats } from '../../support/recruiting';
import { eventually } from '../../support/wait';
import { watcher, type Watcher } from '../../support/watcher';
import { startTestWorkers } from '../../support/workers';
import { Inbox } from '../mail/inbox';
import { atATime, tryToEnrol, type Answered } from './visitors';

describe('Redis goes away under the running product and comes back empty', () => {
  let run: RunningApp;
  let workers: RunningWorkers[];
  let screen: Watcher;
  const inbox = new Inbox();
  beforeAll(async () => {
    await inbox.start();
    run = await startApp({ environment: { SMTP_URL: inbox.url } });
    workers = await Promise.all([startTestWorkers(run, { sweepAfterMs: 1_500 }), startTestWorkers(run, { sweepAfterMs: 1_500 })]);
  });
  afterAll(async () => {
    screen.close();
    await Promise.all(workers.map((one) => one.close()));
    await run.close();
    await inbox.stop();
  });

  it('enrolments are answered all the time, and live updates and mails go on by themselves, nothing lost and nothing twice', async () => {
    const { redis } = run.engines;
    if (!redis) throw new Error('without Redis');
    const people = await makePeople(run.source, 200);
    const r = await recruit(run, { capacity: 300 });
    screen = await watcher(run.url, r.researcher.token);
    await screen.watch('dashboard');
    const newest = () => screen.seen.filter((m) => m.session_id === r.session_id).reduce((best, m) => Math.max(best, m.version), 0);

    const answers: Answered[] = [];
    const outage = (async () => {
      await wait(150);
      await redis.stop();
      await wait(1_500);
      expect((await fetch(`${run.url}/health/ready`)).status).toBe(503);
      await redis.restart();
    })();
    await atATime(8, people, async (p) => {
      const answer = await tryToEnrol(run, r, p);
      if (answer) answers.push(answer);
      await wait(80);
    });
    expect(answers.map(({ status }) => status)).toEqual(people.map(() => 201));
    expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(3_000);

    // The tile needs no Redis to be right (catch-up), and this is sooner than any sweep.
    const { version } = await seats(run.source, r.session_id);
    await eventually(newest, (v) => v === version, 4_000);
    await outage;

    await eventually(async () => {
      await Promise.all(workers.map(({ sweep }) => sweep.run().catch(() => undefined)));
      await wait(500);
      return people.filter(({ email }) => inbox.to(email).length === 0).length;
    }, (missing) => missing === 0, 30_000);
    await wait(500);
    expect(people.map(({ email }) => inbox.to(email).length)).toEqual(people.map(() => 1));

    // And from here on as before, through the fan-out again and not only by the catch-up.
    const late = await makePeople(run.source, 10);
    const delays: number[] = [];
    for (const p of late) {
      const before = newest();
      expect((await tryToEnrol(run, r, p))?.status).toBe(201);
      const began = Date.now();
      await eventually(newest, (v) => v > before, 5_000);
      delays.push(Date.now() - began);
    }
    expect(delays.sort((a, b) => a - b)[5]).toBeLessThan(500);
    await eventually(() => late.filter(({ email }) => inbox.to(email).length === 0).length, (missing) => missing === 0, 15_000);
  }, 90_000);
});
