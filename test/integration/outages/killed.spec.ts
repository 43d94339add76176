/**
 * @lane slow: kills programs repeatedly
 * @long: `npm test -- long` kills the workers more often
 * @engines long: a killed worker leaves jobs in the queues, so `npm test -- long` runs it with both
 * kinds of queue (Redis and PostgreSQL)
 */
import { setTimeout as wait } from 'node:timers/promises';
import { startApp, TestClock, type RunningApp } from '../../support/app/app';
import { triesInTestRun } from '../../support/chance/lanes';
import { makePeople, makePerson } from '../../support/people/people';
import {
  endPrograms,
  startServerProgram,
  startWorkersProgram,
  type StartedProgram,
} from '../../support/app/programs';
import { recruit, readSeatCounts } from '../../support/people/recruiting';
import { printSeededRandom } from '../../support/chance/seeded';
import { eventually } from '../../support/chance/wait';
import { openTestSocket } from '../../support/app/watcher';
import { startTestWorkers } from '../../support/app/workers';
import type { RunningWorkers } from '../../../workers/start';
import { Inbox } from '../mail/inbox';
import { expectAgreementsSealed } from './sealed-agreements';
import { forEachConcurrently, tryToEnrol, type VisitorResponse } from './visitors';

/** How often the workers are killed, each time during sixty enrolments. */
const rounds = triesInTestRun(1, 5);
const inRound = 60;
const enrolled = rounds * inRound;

describe('A program that is killed during its work', () => {
  const chance = printSeededRandom('the moments of the kills');
  let run: RunningApp;
  let heirs: RunningWorkers | undefined;
  const inbox = new Inbox();
  const programs: StartedProgram[] = [];
  const kept = <T extends StartedProgram>(one: T) => (programs.push(one), one);
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

  it(
    'as workers: each enrolment reaches the dashboard, each email has one Message-ID, each agreement is sealed',
    async () => {
      const people = await makePeople(run.source, enrolled);
      const r = await recruit(run, { capacity: enrolled });
      const screen = await openTestSocket(run.url, r.researcher.token);
      await screen.watch('dashboard');
      for (let round = 0; round < rounds; round++) {
        const workers = kept(await startWorkersProgram(run.engines, { SMTP_URL: inbox.url }));
        const begin = round * inRound;
        await Promise.all([
          forEachConcurrently(16, people.slice(begin, begin + inRound), async (p) => {
            expect((await tryToEnrol(run, r, p))?.status).toBe(201);
          }),
          wait(50 + chance.random() * 300).then(() => workers.kill()),
        ]);
      }
      // Workers in the process of the test do the work that the killed workers left.
      heirs = await startTestWorkers(run);

      const { version } = await readSeatCounts(run.source, r.session_id);
      const last = await eventually(
        () => screen.seen.find((m) => m.session_id === r.session_id && m.version === version),
        (m) => m !== undefined,
      );
      expect(last).toMatchObject({ spots_available: 0, counts: { enrolled } });
      await eventually(
        async () =>
          (
            await run.source.query<{ n: number }[]>(
              `SELECT count(*)::int AS n FROM platform.mail WHERE template = 'enrolled' AND state = 'sent'`,
            )
          )[0]?.n,
        (n) => n === enrolled,
        // After each kill, it takes twenty seconds until the queues give the jobs to other workers.
        rounds * 40_000,
      );
      for (const { email } of people) {
        const mails = inbox.to(email);
        expect(mails.length).toBeGreaterThanOrEqual(1);
        expect(new Set(mails.map(({ parsed }) => parsed.messageId)).size).toBe(1);
      }
      const repeated = people.filter(({ email }) => inbox.to(email).length > 1).length;
      // When a worker is killed, the SMTP server may have accepted up to five mails that the worker
      // has not recorded as sent. Only these mails are sent twice.
      expect(repeated).toBeLessThanOrEqual(rounds * 5);
      const undone = () =>
        run.source.query<{ id: string }[]>(
          `SELECT o.id FROM platform.outbox o, (VALUES ('live'), ('mail')) AS c (name)
         WHERE o.name = 'enrolment.participant-enrolled' AND NOT EXISTS (SELECT 1
         FROM platform.processed_event d WHERE d.event_id = o.id AND d.consumer = c.name)`,
        );
      await eventually(undone, (rows) => rows.length === 0);
      await expectAgreementsSealed(run, r.study_id, enrolled);
      screen.close();
      // Time limit: after each kill, other workers start, and retry emails after a pause.
    },
    rounds * 80_000,
  );

  it('[2.3.3] as server during many enrolments: each confirmed seat exists, and unanswered requests can be repeated', async () => {
    const people = await makePeople(run.source, 100);
    const r = await recruit(run, { capacity: 60 });
    const server = kept(await startServerProgram(run.engines));
    const answers = new Map<string, VisitorResponse>();
    const silent: typeof people = [];
    const killed = (async () => {
      await eventually(
        () => answers.size,
        (n) => n > 10,
      );
      await wait(chance.random() * 60);
      await server.kill();
    })();
    let begun = 0;
    await forEachConcurrently(48, people, async (p) => {
      // The last 25 requests wait until the server is dead, however fast it is.
      if (++begun > 75) await killed;
      const answer = await tryToEnrol(server, r, p);
      if (answer) answers.set(p._id, answer);
      else silent.push(p);
    });
    await killed;
    expect(silent.length).toBeGreaterThan(0);

    const rows = await run.source.query<{ id: string }[]>(
      `SELECT id FROM research.participation WHERE session_id = $1 AND state = 'enrolled'`,
      [r.session_id],
    );
    const committed = new Set(rows.map((row) => row.id));
    for (const { status, id } of answers.values()) {
      expect([201, 409]).toContain(status);
      if (status === 201) expect(committed.has(id ?? '')).toBe(true);
    }
    const between = await readSeatCounts(run.source, r.session_id);
    expect(between.counted).toBe(between.taken);

    // The application of the test is another server on the same database.
    await forEachConcurrently(48, silent, async (p) => {
      const answer = await tryToEnrol(run, r, p);
      expect([200, 201, 409]).toContain(answer?.status);
      if (answer) answers.set(p._id, answer);
    });
    const yes = [...answers.values()].filter(({ status }) => status < 300).map(({ id }) => id);
    expect(new Set(yes).size).toBe(60);
    expect(yes).toHaveLength(60);
    expect(await readSeatCounts(run.source, r.session_id)).toMatchObject({
      taken: 60,
      counted: 60,
    });
    expect((await tryToEnrol(run, r, await makePerson(run.source)))?.code).toBe('session_full');
    // Time limit: a start of the server and concurrent enrolments of a hundred people.
  }, 120_000);
});
