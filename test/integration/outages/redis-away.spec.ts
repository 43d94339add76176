/** @engines one: the test stops Redis, so the queues must be in Redis */
import { setTimeout as wait } from 'node:timers/promises';
import { AvailabilityPoller } from '../../../server/live/availability-poller';
import type { RunningWorkers } from '../../../workers/start';
import { startApp, type RunningApp } from '../../support/app/app';
import { makePeople, makePerson, type TestPerson } from '../../support/people/people';
import { recruit, readSeatCounts } from '../../support/people/recruiting';
import { eventually } from '../../support/chance/wait';
import { openTestSocket, type TestSocket } from '../../support/app/watcher';
import { startTestWorkers } from '../../support/app/workers';
import { Inbox } from '../mail/inbox';
import { forEachConcurrently, tryToEnrol, type VisitorResponse } from './visitors';

describe('When Redis goes away under the running product and comes back empty,', () => {
  let run: RunningApp;
  let workers: RunningWorkers[];
  let screen: TestSocket;
  const inbox = new Inbox();
  beforeAll(async () => {
    await inbox.start();
    run = await startApp({ environment: { SMTP_URL: inbox.url } });
    workers = await Promise.all([
      startTestWorkers(run, { sweepAfterMs: 1_500 }),
      startTestWorkers(run, { sweepAfterMs: 1_500 }),
    ]);
  });
  afterAll(async () => {
    screen.close();
    await Promise.all(workers.map((one) => one.close()));
    await run.close();
    await inbox.stop();
  });

  it('enrolments are answered meanwhile, and live updates and emails continue without loss or repetition', async () => {
    const { redis } = run.engines;
    if (!redis) throw new Error('without Redis');
    const people = await makePeople(run.source, 200);
    const r = await recruit(run, { capacity: 300 });
    screen = await openTestSocket(run.url, r.researcher.token);
    await screen.watch('dashboard');
    const newest = () =>
      screen.seen
        .filter((m) => m.session_id === r.session_id)
        .reduce((best, m) => Math.max(best, m.version), 0);

    const answers: VisitorResponse[] = [];
    const gone = eventually(
      () => answers.length,
      (n) => n >= 20,
    ).then(() => redis.stop());
    const outage = gone.then(async () => {
      const before = answers.length;
      await eventually(
        async () => (await fetch(`${run.url}/health/ready`)).status,
        (status) => status === 503,
      );
      // Without Redis, the server still answers requests, and its poll of the database still sends
      // the seat counts.
      await eventually(
        () => answers.length,
        (n) => n >= before + 60,
      );
      const { version } = await readSeatCounts(run.source, r.session_id);
      await eventually(newest, (v) => v >= version);
      await redis.restart();
    });
    let begun = 0;
    await forEachConcurrently(8, people, async (p) => {
      // Half of the requests are sent during the shutdown, however fast it is, and half afterwards.
      if (++begun > 100) await gone;
      const answer = await tryToEnrol(run, r, p);
      if (answer) answers.push(answer);
      await wait(20);
    });
    expect(answers.map(({ status }) => status)).toEqual(people.map(() => 201));
    await outage;

    await eventually(
      async () => {
        await Promise.all(workers.map(({ sweep }) => sweep.run().catch(() => undefined)));
        await wait(500); // between two sweeps
        return people.filter(({ email }) => inbox.to(email).length === 0).length;
      },
      (missing) => missing === 0,
      // Time limit: failed emails are retried after growing pauses of up to thirty seconds.
      90_000,
    );
    // Waits half a second, in which repeated emails would arrive.
    await wait(500);
    expect(people.map(({ email }) => inbox.to(email).length)).toEqual(people.map(() => 1));

    // Stops the server's poll of the database, which would hide that messages no longer arrive by
    // Redis.
    run.app.get(AvailabilityPoller, { strict: false }).onApplicationShutdown();
    const late: TestPerson[] = [];
    const arrives = async (withinMs?: number) => {
      const [before, p] = [newest(), await makePerson(run.source)];
      late.push(p);
      expect((await tryToEnrol(run, r, p))?.status).toBe(201);
      return eventually(newest, (v) => v > before, withinMs).then(
        () => true,
        () => false,
      );
    };
    // The queues may work again before the server has subscribed to messages again. So the first
    // messages may not arrive.
    await eventually(() => arrives(2_000), Boolean);
    for (let i = 0; i < 10; i++) expect(await arrives()).toBe(true);
    await eventually(
      () => late.filter(({ email }) => inbox.to(email).length === 0).length,
      (missing) => missing === 0,
    );
    // Time limit: emails that failed while Redis was away follow after growing pauses.
  }, 240_000);
});
