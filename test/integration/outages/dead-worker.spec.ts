/**
 * @lane slow: waits until the queues give the jobs of killed workers to others
 * @engines long: the queues decide when another worker gets the job of a killed worker, so
 * `npm test -- long` runs it with both kinds of queue (Redis and PostgreSQL)
 */
import { startApp, TestClock, type RunningApp } from '../../support/app/app';
import { makePeople } from '../../support/people/people';
import { endPrograms, startWorkersProgram, type StartedProgram } from '../../support/app/programs';
import { recruit } from '../../support/people/recruiting';
import { eventually, extendTimeout } from '../../support/chance/wait';
import { startTestWorkers } from '../../support/app/workers';
import type { RunningWorkers } from '../../../workers/start';
import { Inbox } from '../mail/inbox';
import { tryToEnrol } from './visitors';

/** Another worker must send the email within this time (docs/operating.md). */
const withinMs = 30_000;

describe('An email that a worker was sending when it was killed', () => {
  let run: RunningApp;
  let heirs: RunningWorkers | undefined;
  const inbox = new Inbox();
  const programs: StartedProgram[] = [];
  beforeAll(async () => {
    await inbox.start();
    // This file has its own application, since its workers handle every event of the database.
    run = await startApp({ clock: new TestClock(), environment: { SMTP_URL: inbox.url } });
  });
  afterAll(async () => {
    await endPrograms(programs);
    await heirs?.close();
    await run.close();
    await inbox.stop();
  });

  it('is sent by another worker within half a minute, and a repetition has the same Message-ID', async () => {
    const people = await makePeople(run.source, 12);
    const r = await recruit(run, { capacity: 12 });
    const workers = await startWorkersProgram(run.engines, { SMTP_URL: inbox.url });
    programs.push(workers);
    let held = 0;
    inbox.onMail = () => {
      held++;
      return new Promise(() => undefined);
    };
    for (const p of people) expect((await tryToEnrol(run, r, p))?.status).toBe(201);
    // The workers send five mails at a time, so the mail server holds at least five; it holds more
    // if a worker gives up a connection that waits.
    await eventually(
      () => held,
      (n) => n >= 5,
    );
    inbox.onMail = () => Promise.resolve();
    await workers.kill();
    const killed = Date.now();
    heirs = await startTestWorkers(run);
    await eventually(
      () => people.filter(({ email }) => inbox.to(email).length === 0).length,
      (missing) => missing === 0,
      2 * withinMs,
    );
    expect(Date.now() - killed).toBeLessThan(extendTimeout(withinMs));
    for (const { email } of people)
      expect(new Set(inbox.to(email).map(({ parsed }) => parsed.messageId)).size).toBe(1);
    // Time limit: the test must be able to wait half a minute.
  }, 120_000);
});
