/**
 * @lane slow: terminates connections at random
 * @long: `npm test -- long` terminates connections during the requests of more people
 * @engines long: terminates connections to Redis and to PostgreSQL, so `npm test -- long` runs it
 * with both kinds of queue (Redis and PostgreSQL)
 */
import { setTimeout as wait } from 'node:timers/promises';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { Client } from 'pg';
import { sendSignal } from '../../../scripts/lib/processes/processes.mjs';
import { codeOfError } from '../../../server/platform/errors/errors';
import { prepared } from '../../../server/platform/db/prepared';
import { UnitOfWork, type Transaction } from '../../../server/platform/db/unit-of-work';
import { startApp, TestClock, type RunningApp } from '../../support/app/app';
import { makePeople } from '../../support/people/people';
import {
  endPrograms,
  portOf,
  startServerProgram,
  type StartedProgram,
} from '../../support/app/programs';
import { recruit } from '../../support/people/recruiting';
import { triesInTestRun } from '../../support/chance/lanes';
import { printSeededRandom } from '../../support/chance/seeded';
import { eventually } from '../../support/chance/wait';
import { forEachConcurrently, tryToEnrol } from './visitors';

const one = prepared<{ one: number }>('test-one', 'SELECT 1 AS one');

/** How many people send four requests each while connections are terminated. */
const visitors = triesInTestRun(80, 200);

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

/**
 * Returns the operating system's limit for connections that wait; on systems other than Linux, a
 * common default.
 */
const allowed = (): number => {
  try {
    return Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'));
  } catch {
    return 128;
  }
};

describe('A server program', () => {
  let server: StartedProgram;
  beforeAll(async () => {
    server = await startServerProgram(run.engines);
  });
  afterAll(() => endPrograms([server]));

  it('accepts many clients that connect while it is busy into its listen queue, so that none must retry after a second', async () => {
    const sockets: Socket[] = [];
    const crowd = Math.min(900, allowed());
    sendSignal(server.pid, 'SIGSTOP');
    let connected = 0;
    try {
      for (let i = 0; i < crowd; i++)
        sockets.push(connect(portOf(server), '127.0.0.1', () => void connected++));
      for (const socket of sockets) socket.on('error', () => undefined);
      // Waits less than a second, because after a second the operating system retries refused
      // connections.
      for (let i = 0; i < 45 && connected < crowd; i++) await wait(20);
      expect(connected).toBe(crowd);
    } finally {
      sendSignal(server.pid, 'SIGCONT');
      for (const socket of sockets) socket.destroy();
    }
  });

  it('keeps running while its connections are repeatedly terminated at random, and answers or reports "unavailable"', async () => {
    const chance = printSeededRandom('the moments of the cuts');
    const people = await makePeople(run.source, visitors);
    const r = await recruit(run, { capacity: 200 });
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
    // Time limit: hundreds of requests, of which many wait for a new connection.
  }, 180_000);
});
