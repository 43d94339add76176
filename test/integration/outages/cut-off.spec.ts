/**
 * @lane slow: terminates connections at random
 * @engines long: terminates connections to Redis and to PostgreSQL, so `npm test -- long` runs it
 * with both kinds of queue (Redis and PostgreSQL)
 */
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { codeOfError } from '../../../server/platform/errors/errors';
import { prepared } from '../../../server/platform/db/prepared';
import { UnitOfWork, type Transaction } from '../../../server/platform/db/unit-of-work';
import { startApp, TestClock, type RunningApp } from '../../support/app/app';
import { makePeople } from '../../support/people/people';
import { endPrograms, startServerProgram } from '../../support/app/programs';
import { recruit } from '../../support/people/recruiting';
import { printSeededRandom } from '../../support/chance/seeded';
import { eventually } from '../../support/chance/wait';
import { forEachConcurrently, tryToEnrol } from './visitors';

const one = prepared<{ one: number }>('test-one', 'SELECT 1 AS one');

let run: RunningApp;
let owner: Client;
beforeAll(async () => {
  // This file has its own database, since the tests terminate every connection to it.
  run = await startApp({ clock: new TestClock() });
  owner = new Client({ connectionString: run.engines.migrationDatabaseUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await run.close();
});

describe('A connection that PostgreSQL terminates inside a transaction', () => {
  /** Terminates the connection, and waits until the driver has noticed this. */
  const cut = async (tx: Transaction): Promise<void> => {
    const [row] = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await owner.query('SELECT pg_terminate_backend($1)', [row?.pid]);
    await eventually(() => tx.manager.queryRunner?.isReleased, Boolean);
  };
  it.each<[string, (tx: Transaction) => Promise<unknown>]>([
    ['a statement', (tx) => tx.query('SELECT 1')],
    ['a prepared one', (tx) => one(tx.manager, [])],
    ['the commit', () => Promise.resolve()],
  ])('is reported as "unavailable", if it ends before %s', async (_, next) => {
    const failure = await run.app
      .get(UnitOfWork)
      .run(async (tx) => {
        await cut(tx);
        await next(tx);
      })
      .then(() => 'no failure', codeOfError);
    expect(failure).toBe('unavailable');
    expect(await run.app.get(UnitOfWork).run((tx) => tx.query('SELECT 1 AS one'))).toEqual([
      { one: 1 },
    ]);
  });
});

describe('A server whose connections are repeatedly terminated at random', () => {
  it('keeps running, and answers or reports "unavailable"', async () => {
    const chance = printSeededRandom('the moments of the cuts');
    const people = await makePeople(run.source, 200);
    const r = await recruit(run, { capacity: 200 });
    const server = await startServerProgram(run.engines);
    let over = false;
    const cutting = (async () => {
      // Cuts connections at most 120 times. On a busy machine, cuts without end could be faster
      // than new connections, so that the requests would never end.
      for (let cuts = 0; cuts < 120 && !over; cuts++) {
        await owner.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()
           AND pid <> pg_backend_pid() AND random() < 0.5`,
        );
        await wait(20 + chance.random() * 60);
      }
    })();
    const statuses = new Set<number | undefined>();
    const ask = (path: string, who: object, method = 'GET', body?: object) =>
      fetch(server.url + path, {
        method,
        headers: { ...who, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      }).then(
        ({ status }) => void statuses.add(status),
        () => void statuses.add(undefined),
      );
    try {
      await forEachConcurrently(24, people, async (p) => {
        statuses.add((await tryToEnrol(server, r, p))?.status);
        await ask('/api/users/profile/', p.headers, 'PUT', { first_name: 'Grace' });
        await ask(`/api/studies/${r.study_id}/`, p.headers);
        await ask(`/api/sessions/${r.session_id}/`, r.researcher.headers, 'PUT', { capacity: 200 });
      });
    } finally {
      over = true;
      await cutting;
    }
    const isAlive = server.isAlive();
    await endPrograms([server]);
    const failed = statuses.has(500)
      ? server.log().filter((line) => line.includes('request failed') && !line.includes('terminat'))
      : [];
    expect({
      isAlive,
      failed: failed.slice(-3),
      statuses: [...statuses].filter((status) => status !== 200 && status !== 201),
    }).toEqual({ isAlive: true, failed: [], statuses: [503] });
    // Time limit: eight hundred requests, of which many wait for a new connection.
  }, 180_000);
});
