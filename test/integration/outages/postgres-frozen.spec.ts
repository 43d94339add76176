/**
 * @lane slow: waits for time limits to pass
 * @engines long: the queues may be in PostgreSQL, which the tests freeze, so `npm test -- long`
 * runs it with both kinds of queue (Redis and PostgreSQL)
 */
import fc from 'fast-check';
import { setTimeout as wait } from 'node:timers/promises';
import { capabilities } from '../../../server/contexts';
import { startApp, type RunningApp } from '../../support/app/app';
import { startSeparateDatabases, type SeparateDatabases } from '../../support/engines/own-engines';
import { makePeople, type TestPerson } from '../../support/people/people';
import {
  endPrograms,
  startServerProgram,
  startWorkersProgram,
  type StartedProgram,
} from '../../support/app/programs';
import { recruit, readSeatCounts, type RecruitingStudy } from '../../support/people/recruiting';
import { eventually, extendTimeout } from '../../support/chance/wait';
import { openTestSocket, type TestSocket } from '../../support/app/watcher';
import { schemaOf, arbitraryValueOf } from '../fuzz/values';
import { Inbox } from '../mail/inbox';
import { tryToEnrol, type VisitorResponse } from './visitors';

/** The time limit of each answer (docs/operating.md, Time limits). */
const answeredWithinMs = extendTimeout(20_000);
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);

describe(`When PostgreSQL keeps its connections and answers nothing (seed ${seed}),`, () => {
  let engines: SeparateDatabases;
  let run: RunningApp;
  let server: StartedProgram;
  let workers: StartedProgram;
  let screen: TestSocket;
  let r: RecruitingStudy;
  let people: TestPerson[];
  const inbox = new Inbox();
  beforeAll(async () => {
    await inbox.start();
    engines = await startSeparateDatabases();
    run = await startApp({ engines });
    [server, workers] = await Promise.all([
      startServerProgram(engines, { SMTP_URL: inbox.url }),
      startWorkersProgram(engines, { SMTP_URL: inbox.url }),
    ]);
    people = await makePeople(run.source, 30);
    r = await recruit(run, { capacity: 200 });
    screen = await openTestSocket(server.url, r.researcher.token);
    await screen.watch('dashboard');
  });
  afterAll(async () => {
    screen.close();
    await engines.postgres.thaw();
    await endPrograms([server, workers]);
    await run.close();
    await engines.drop();
    await inbox.stop();
  });

  const ask = async (
    path: string,
    headers: Record<string, string> = {},
  ): Promise<VisitorResponse> => {
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

  /**
   * Makes a generated request to each operation that answers in JSON, without uploads and exports.
   */
  const everyOperation = (who: TestPerson | undefined, from: number) =>
    capabilities.endpoints
      .filter((endpoint) => !('file' in endpoint) && !('streamed' in endpoint && endpoint.streamed))
      .map((endpoint) => async () => {
        const ids = [r.session_id, r.study_id];
        const schema = schemaOf(endpoint.body);
        const [body] = fc.sample(arbitraryValueOf(schema, ids, schema), { seed: from, numRuns: 1 });
        const path = endpoint.path.replace(/\{\w+\}/g, r.session_id);
        const began = Date.now();
        const answer = await fetch(server.url + path, {
          method: endpoint.method,
          headers: { ...who?.headers, 'content-type': 'application/json' },
          ...(endpoint.method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
          signal: AbortSignal.timeout(2 * answeredWithinMs),
        });
        const text = await answer.text();
        const { code } = (answer.status >= 400 ? JSON.parse(text) : {}) as { code?: string };
        const operation = `${endpoint.method} ${endpoint.path}`;
        return { operation, status: answer.status, code, ms: Date.now() - began };
      });

  it('every request is answered within 20 seconds, and everything continues afterwards', async () => {
    const [early, others] = [people.slice(0, 10), people.slice(10)];
    for (const p of early) expect((await tryToEnrol(server, r, p))?.status).toBe(201);

    // The server is handling some of these requests when PostgreSQL freezes, so each may or may not
    // be committed.
    const underWay = others.map((p, i) =>
      wait(i * 3).then(() => tryToEnrol(server, r, p, answeredWithinMs)),
    );
    await wait(20);
    await engines.postgres.freeze();
    const began = Date.now();
    const reads = Array.from({ length: 13 }, (_, i) =>
      ask(i % 2 ? '/api/studies/' : '/api/users/profile/', people[0]?.headers),
    );
    const sample = Promise.all(everyOperation(people[0], seed).map((one) => one()));
    const topic = screen.watch(`session:${r.session_id}`);
    const ready = await ask('/health/ready');
    expect(ready).toMatchObject({ status: 503 });
    expect(ready.ms).toBeLessThan(extendTimeout(8_000));
    expect((await ask('/health/live')).status).toBe(200);

    const answers = [...(await Promise.all(underWay)), ...(await Promise.all(reads))];
    expect(Date.now() - began).toBeLessThan(answeredWithinMs);
    expect(await topic).toEqual({ ok: false, code: 'unavailable' });
    const told = await sample;
    expect(told.filter(({ ms }) => ms > answeredWithinMs)).toEqual([]);
    // Looks only at errors of the server. All other answers refuse an invalid form or a missing
    // token, for which the server needs no database.
    const late = told.filter(({ status }) => status >= 500);
    expect(late.filter(({ code }) => !['unavailable', 'ask_again'].includes(code ?? ''))).toEqual(
      [],
    );
    expect(late.length).toBeGreaterThan(told.length / 3);
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
    // Each person whose result was unknown repeats the request, and then has exactly one seat.
    for (const p of others)
      await eventually(
        () => tryToEnrol(server, r, p, answeredWithinMs),
        (answer) => answer?.status === 200 || answer?.status === 201,
      );
    expect(await readSeatCounts(run.source, r.session_id)).toMatchObject({
      taken: 30,
      counted: 30,
    });
    await eventually(
      () => screen.seen.at(-1)?.counts?.enrolled,
      (n) => n === 30,
    );
    await eventually(
      () => people.filter(({ email }) => inbox.to(email).length === 0).length,
      (missing) => missing === 0,
      // Time limit: failed emails are retried after growing pauses of up to thirty seconds.
      90_000,
    );
    expect([server.isAlive(), workers.isAlive()]).toEqual([true, true]);
    // Time limit: PostgreSQL is frozen for up to twenty seconds, and emails follow after growing
    // pauses.
  }, 240_000);
});
