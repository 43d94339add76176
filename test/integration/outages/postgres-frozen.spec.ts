/**
 * @lane slow: waits for time limits to pass
 * @engines both: the queues lie in PostgreSQL, too
 */
import { setTimeout as wait } from 'node:timers/promises';
import { startApp, type RunningApp } from '../../support/app';
import { ownEngines, type OwnEngines } from '../../support/own-engines';
import { makePeople, type TestPerson } from '../../support/people';
import {
  endAll,
  startServerProgram,
  startWorkersProgram,
  type Program,
} from '../../support/programs';
import { recruit, seats, type Recruiting } from '../../support/recruiting';
import { eventually } from '../../support/wait';
import { watcher, type Watcher } from '../../support/watcher';
import { Inbox } from '../mail/inbox';
import { tryToEnrol, type Answered } from './visitors';

/** The longest that a request may take (docs/api-conventions.md), and a busy machine's share. */
const answeredWithinMs = 40_000 + 8_000;

describe('PostgreSQL stands still: it keeps its connections and answers nothing', () => {
  let engines: OwnEngines;
  let run: RunningApp;
  let server: Program;
  let workers: Program;
  let screen: Watcher;
  let r: Recruiting;
  let people: TestPerson[];
  const inbox = new Inbox();
  beforeAll(async () => {
    await inbox.start();
    engines = await ownEngines();
    run = await startApp({ engines });
    [server, workers] = await Promise.all([
      startServerProgram(engines, { SMTP_URL: inbox.url }),
      startWorkersProgram(engines, { SMTP_URL: inbox.url }),
    ]);
    people = await makePeople(run.source, 30);
    r = await recruit(run, { capacity: 200 });
    screen = await watcher(server.url, r.researcher.token);
    await screen.watch('dashboard');
  });
  afterAll(async () => {
    screen.close();
    await engines.postgres.thaw();
    await endAll([server, workers]);
    await run.close();
    await engines.drop();
    await inbox.stop();
  });

  const ask = async (path: string, headers: Record<string, string> = {}): Promise<Answered> => {
    const began = Date.now();
    const answer = await fetch(server.url + path, {
      headers,
      signal: AbortSignal.timeout(answeredWithinMs),
    });
    const body = (await answer.json()) as { code?: string };
    return {
      status: answer.status,
      code: body.code,
      id: undefined,
      retryAfter: answer.headers.get('retry-after'),
      ms: Date.now() - began,
    };
  };

  it('everybody is told to ask again, nothing hangs for ever, and afterwards all goes on', async () => {
    const [early, others] = [people.slice(0, 10), people.slice(10)];
    for (const p of early) expect((await tryToEnrol(server, r, p))?.status).toBe(201);

    // Some are under way at that very moment, so their commits may or may not have taken place.
    const underWay = others.map((p, i) =>
      wait(i * 3).then(() => tryToEnrol(server, r, p, answeredWithinMs)),
    );
    await wait(20);
    await engines.postgres.freeze();
    const began = Date.now();
    const reads = Array.from({ length: 13 }, (_, i) =>
      ask(i % 2 ? '/api/studies/' : '/api/users/profile/', people[0]?.headers),
    );
    const ready = await ask('/health/ready');
    expect(ready).toMatchObject({ status: 503 });
    expect(ready.ms).toBeLessThan(8_000);
    expect((await ask('/health/live')).status).toBe(200);

    const answers = [...(await Promise.all(underWay)), ...(await Promise.all(reads))];
    expect(Date.now() - began).toBeLessThan(answeredWithinMs);
    const refused = answers.filter((one) => one?.status !== 201);
    expect(refused.length).toBeGreaterThanOrEqual(13);
    for (const one of refused) {
      expect(one?.status).toBe(503);
      expect(['unavailable', 'ask_again']).toContain(one?.code);
      expect(Number(one?.retryAfter)).toBeGreaterThan(0);
    }

    await engines.postgres.thaw();
    await eventually(
      () => ask('/health/ready'),
      ({ status }) => status === 200,
    );
    // Asking again resolves what was open: each has exactly one seat.
    for (const p of others)
      await eventually(
        () => tryToEnrol(server, r, p, answeredWithinMs),
        (answer) => answer?.status === 200 || answer?.status === 201,
      );
    expect(await seats(run.source, r.session_id)).toMatchObject({ taken: 30, counted: 30 });
    await eventually(
      () => screen.seen.at(-1)?.counts?.enrolled,
      (n) => n === 30,
    );
    await eventually(
      () => people.filter(({ email }) => inbox.to(email).length === 0).length,
      (missing) => missing === 0,
      // Failed mails are tried again after growing pauses of up to thirty seconds.
      90_000,
    );
    expect([server.isAlive(), workers.isAlive()]).toEqual([true, true]);
    // A stand-still of up to forty-eight seconds, and mails after growing pauses.
  }, 240_000);
});
