/**
 * @lane slow: waits until the queues give the jobs of killed workers to others
 * @engines long: the queues decide when another worker gets the job of a killed worker, so
 * `npm test -- long` runs it with both kinds of queue (Redis and PostgreSQL)
 */
import { startApp, TestClock, type RunningApp } from '../../support/app/app';
import { makePeople } from '../../support/people/people';
import {
  endPrograms,
  startServerProgram,
  startWorkersProgram,
  type StartedProgram,
} from '../../support/app/programs';
import { recruit } from '../../support/people/recruiting';
import { eventually, extendTimeout } from '../../support/chance/wait';
import { Inbox } from '../mail/inbox';
import { tryToEnrol } from './visitors';

/** Another worker must send the email within this time (docs/operating.md). */
const withinMs = 30_000;

describe('An email that a worker was sending when it was killed', () => {
  let run: RunningApp;
  let server: StartedProgram;
  const inbox = new Inbox();
  const programs: StartedProgram[] = [];
  const startWorkers = async () => {
    const workers = await startWorkersProgram(run.engines, { SMTP_URL: inbox.url });
    programs.push(workers);
    return workers;
  };
  beforeAll(async () => {
    await inbox.start();
    // This file has its own application, since its workers handle every event of the database.
    run = await startApp({ clock: new TestClock() });
    server = await startServerProgram(run.engines);
    programs.push(server);
  });
  afterAll(async () => {
    await endPrograms(programs);
    await run.close();
    await inbox.stop();
  });

  it('is sent by another worker within half a minute, and a repetition has the same Message-ID', async () => {
    const people = await makePeople(run.source, 12);
    const r = await recruit(run, { capacity: 12 });
    const workers = await startWorkers();
    let held = 0;
    inbox.onMail = () => {
      held++;
      return new Promise(() => undefined);
    };
    for (const p of people) expect((await tryToEnrol(server, r, p))?.status).toBe(201);
    // The workers send five mails at a time, so the mail server holds at least five mails. It holds
    // more mails if a worker gives up a connection that waits, and sends again.
    await eventually(
      () => held,
      (n) => n >= 5,
    );
    inbox.onMail = () => Promise.resolve();
    await workers.kill();
    const killed = Date.now();
    await startWorkers();
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
