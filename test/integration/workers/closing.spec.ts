/**
 * @engines both: tests that workers close their queues, so it runs with both kinds of queue (Redis
 * and PostgreSQL)
 * @long: `npm test -- long` also ends programs that never reached Redis, not only a server and
 * workers in the process of the test
 */
import { request } from 'node:http';
import { Client } from 'pg';
import { createLog } from '../../../server/platform/observability/log';
import { createServer } from '../../../server/start';
import { startWorkers } from '../../../workers/start';
import { configFor } from '../../support/app/app';
import { cloneDatabase, type TestDatabases } from '../../support/engines/engines';
import {
  startServerProgram,
  startWorkersProgram,
  endPrograms,
  type StartedProgram,
} from '../../support/app/programs';
import { makePeople, type TestPerson } from '../../support/people/people';
import { countLockWaits } from '../../support/engines/locks';
import { recruit, readSeatCounts, type RecruitingStudy } from '../../support/people/recruiting';
import { eventually } from '../../support/chance/wait';
import { isLongTestRun } from '../../support/chance/lanes';
import { sharedApp } from '../../support/app/shared-app';
import { startTimeoutMs } from '../../support/app/starting-takes';

/** The number of seats, and of the people who enrol at the same time. */
const seats = 30;

/** Sends an enrolment on its own connection; `sent` resolves when the request is on its way. */
function enrolOnce(
  url: string,
  r: RecruitingStudy,
  who: TestPerson,
): { sent: Promise<void>; status: Promise<number | undefined> } {
  const asked = request(`${url}/api/sessions/${r.session_id}/participations/`, {
    method: 'POST',
    agent: false,
    headers: { ...who.headers, 'content-type': 'application/json' },
  });
  const status = new Promise<number | undefined>((resolve, reject) => {
    asked.once('response', (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode));
    });
    asked.once('error', reject);
  });
  const connected = new Promise<void>((resolve) =>
    asked.once('socket', (socket) => socket.once('connect', () => resolve())),
  );
  const sent = Promise.all([
    connected,
    new Promise((resolve) => asked.once('finish', resolve)),
  ]).then(() => undefined);
  asked.end(JSON.stringify({ consent: r.consent }));
  return { sent, status };
}

/**
 * If a test here leaves something open, jest does not exit, and scripts/jest/leak-reporter.cjs
 * reports this.
 */
describe('Server and workers end cleanly', () => {
  let engines: TestDatabases;
  const programs: StartedProgram[] = [];
  beforeAll(async () => {
    engines = await cloneDatabase();
  });
  afterAll(async () => {
    await endPrograms(programs);
    await engines.drop();
  });
  const log = createLog('silent', 'test');

  it('when they are closed just after their start, repeatedly', async () => {
    for (const listens of [false, true]) {
      const [app, workers] = await Promise.all([
        createServer(configFor(engines), log),
        startWorkers(configFor(engines), log),
      ]);
      if (listens) await app.listen(0, '127.0.0.1');
      await Promise.all([app.close(), workers.close()]);
    }
    const owner = new Client({ connectionString: engines.migrationDatabaseUrl });
    await owner.connect();
    const connections = async () =>
      (
        await owner.query(
          `SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
           AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
        )
      ).rowCount;
    try {
      await eventually(connections, (n) => n === 0);
    } finally {
      await owner.end();
    }
  });

  it(
    'on SIGTERM within ten seconds, with exit code 0, during many enrolments: each request is answered, and each confirmed seat exists',
    async () => {
      const run = await sharedApp();
      const people = await makePeople(run.source, seats);
      const r = await recruit(run, { capacity: seats });
      // The workers have another database, since workers handle every event of their database.
      const [server, workers] = await Promise.all([
        startServerProgram(run.engines),
        startWorkersProgram(engines),
      ]);
      programs.push(server, workers);
      expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
      const blocker = new Client({ connectionString: run.engines.migrationDatabaseUrl });
      await blocker.connect();
      try {
        // The lock on the session's row delays all enrolments until the server gets SIGTERM.
        await blocker.query('BEGIN');
        await blocker.query('SELECT 1 FROM research.session WHERE id = $1 FOR UPDATE', [
          r.session_id,
        ]);
        const answers = people.map((p) => enrolOnce(server.url, r, p));
        await Promise.all(answers.map(({ sent }) => sent));
        // These requests are sent after all enrolments; when the server answers them, it has read
        // the enrolments, too.
        for (let i = 0; i < 3; i++)
          expect((await fetch(`${server.url}/health/live`)).status).toBe(200);
        await eventually(
          () => countLockWaits(run.source),
          (n) => n > 0,
        );
        const stopped = Promise.all([server.stop(), workers.stop()]);
        // The server accepts no new requests.
        await eventually(
          () =>
            fetch(`${server.url}/health/live`).then(
              ({ status }) => status,
              () => 0,
            ),
          (status) => status !== 200,
        );
        await blocker.query('COMMIT');
        const [ends, statuses] = await Promise.all([
          stopped,
          Promise.all(answers.map(({ status }) => status)),
        ]);
        // Programs that do not finish within ten seconds exit with code 1.
        expect(ends.map(({ code }) => code)).toEqual([0, 0]);
        expect(statuses).toEqual(people.map(() => 201));
        expect(await readSeatCounts(run.source, r.session_id)).toMatchObject({
          taken: seats,
          counted: seats,
        });
      } finally {
        await blocker.end();
      }
      await run.close();
    },
    startTimeoutMs,
  );

  it(
    'on SIGTERM while Redis or PostgreSQL, which holds the queues, is unavailable, even if they never reached it',
    async () => {
      if (!engines.redis) return; // without Redis the queue is in PostgreSQL: see postgres-away.spec.ts
      const before = await Promise.all([startServerProgram(engines), startWorkersProgram(engines)]);
      programs.push(...before);
      await engines.redis.stop();
      const meanwhile = await Promise.all(
        isLongTestRun ? [startServerProgram(engines), startWorkersProgram(engines)] : [],
      );
      programs.push(...meanwhile);
      const all = [...before, ...meanwhile];
      const ends = await Promise.all(all.map((one) => one.stop()));
      expect(ends.map(({ code }) => code)).toEqual(all.map(() => 0));
      // A server and workers in the same process can be closed, too, and leave nothing open.
      const [app, workers] = await Promise.all([
        createServer(configFor(engines), log),
        startWorkers(configFor(engines), log),
      ]);
      await app.listen(0, '127.0.0.1');
      const began = Date.now();
      await Promise.all([app.close(), workers.close()]);
      // A program exits with code 1 if its shutdown takes longer than ten seconds.
      expect(Date.now() - began).toBeLessThan(10_000);
      await engines.redis.restart();
    },
    startTimeoutMs,
  );
});
