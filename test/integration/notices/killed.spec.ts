/**
 * @lane slow: kills workers repeatedly
 * @long: `npm test -- long` kills them more often
 * @engines one: other files test how the queues pass mails, so it runs with only one kind of queue
 * (Redis or PostgreSQL)
 */
import { startApp, type SeparateApp } from '../../support/app/app';
import { triesInTestRun } from '../../support/chance/lanes';
import { makePeople } from '../../support/people/people';
import { endPrograms, startWorkersProgram, type StartedProgram } from '../../support/app/programs';
import { recruit } from '../../support/people/recruiting';
import { printSeededRandom } from '../../support/chance/seeded';
import { eventually } from '../../support/chance/wait';
import { startTestWorkers } from '../../support/app/workers';
import type { RunningWorkers } from '../../../workers/start';
import { Inbox } from '../mail/inbox';

// This file has its own application, since its workers are separate processes that process every
// event of the database.
const people = triesInTestRun(60, 120);
/** How often two workers start and are killed, one after the other. */
const rounds = triesInTestRun(1, 12);
let run: SeparateApp;
let heirs: RunningWorkers | undefined;
const inbox = new Inbox();
const programs: StartedProgram[] = [];
beforeAll(async () => {
  await inbox.start();
  run = await startApp({ environment: { SMTP_URL: inbox.url } });
});
afterAll(async () => {
  await endPrograms(programs);
  await heirs?.close();
  await run.close();
  await inbox.stop();
});

/**
 * Returns a time zone in which it is the afternoon now, so that digests are due whenever the test
 * runs.
 */
const afternoon = () => {
  const east = 14 - new Date().getUTCHours();
  // POSIX inverts the sign.
  return east === 0 ? 'UTC' : `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`;
};

describe('Two workers that are killed repeatedly (kill -9)', () => {
  it(
    'send each person one digest for the day, and repeat a mail only with the same Message-ID',
    async () => {
      const chance = printSeededRandom('when workers with digests are killed');
      const { session_id } = await recruit(run);
      await run.source.query(
        `UPDATE research.session SET launched_at = now() - interval '1 hour' WHERE id = $1`,
        [session_id],
      );
      const made = await makePeople(run.source, people);
      await run.source.query(
        `INSERT INTO identity.notice_preference
           (account_id, zone, new_studies, digest_at, seen_until)
         SELECT id, $2, true, now(), now() - interval '1 day' FROM unnest($1::uuid[]) AS p (id)`,
        [made.map(({ _id }) => _id), afternoon()],
      );
      inbox.onMail = () => new Promise((resolve) => setTimeout(resolve, 20 + chance.int(60)));
      for (let n = 0; n < rounds; n++) {
        const two = await Promise.all(
          [1, 2].map(() => startWorkersProgram(run.engines, { SMTP_URL: inbox.url })),
        );
        programs.push(...two);
        // The first worker is killed during its first mails, the second worker while it works
        // alone.
        for (const one of two) {
          const wanted = inbox.received.length + 1 + chance.int(14);
          await eventually(
            () => inbox.received.length,
            (count) => count >= Math.min(wanted, people),
          );
          await one.kill();
        }
      }
      // Workers in the process of the test do the work that the killed workers left.
      heirs = await startTestWorkers(run);
      await eventually(
        () => new Set(inbox.received.flatMap(({ to }) => to)).size,
        (count) => count === people,
        60_000,
      );
      await eventually(
        async () => {
          const rows: { state: string }[] = await run.source.query(
            `SELECT state FROM platform.mail WHERE template = 'new-studies'`,
          );
          return rows;
        },
        (rows) => rows.length === people && rows.every(({ state }) => state === 'sent'),
        30_000,
      );
      for (const { email } of made) {
        const ids = new Set(inbox.to(email).map(({ parsed }) => parsed.messageId));
        expect(ids.size).toBe(1);
      }
      const [{ digests } = { digests: 0 }]: { digests: number }[] = await run.source.query(
        `SELECT count(*)::int AS digests FROM identity.digest`,
      );
      expect(digests).toBe(people);
      // When a worker is killed, it may have sent up to five mails that it has not recorded as
      // sent. Only these mails are sent twice.
      expect(inbox.received.length).toBeLessThanOrEqual(people + rounds * 2 * 5);
    },
    // Time limit: starts of programs, on a busy machine.
    120_000,
  );
});
