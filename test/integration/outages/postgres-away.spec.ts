/**
 * @lane slow: stops PostgreSQL, and waits for time limits to pass
 * @long: `npm test -- long` makes a request to each operation while PostgreSQL is frozen; other
 * runs make requests only to a sample of the operations
 * @engines long: the queues may be in PostgreSQL, which the tests stop, so `npm test -- long` runs
 * it with both kinds of queue (Redis and PostgreSQL)
 */
import { setTimeout as wait } from 'node:timers/promises';
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
import { printSeededRandom } from '../../support/chance/seeded';
import { eventually, extendTimeout } from '../../support/chance/wait';
import { openTestSocket, type TestSocket } from '../../support/app/watcher';
import { Inbox } from '../mail/inbox';
import { generatedRequests } from './every-operation';
import { expectAgreementsSealed } from './sealed-agreements';
import { forEachConcurrently, tryToEnrol, type VisitorResponse } from './visitors';

/** The time limit of each answer (docs/operating.md, Time limits). */
const answeredWithinMs = extendTimeout(20_000);
/** How many people enrol during each outage. */
const enrolling = 60;

describe('When PostgreSQL goes away under the running programs and comes back,', () => {
  let engines: SeparateDatabases;
  let run: RunningApp;
  let server: StartedProgram;
  let workers: StartedProgram;
  const inbox = new Inbox();
  const programs: StartedProgram[] = [];
  const screens: TestSocket[] = [];
  beforeAll(async () => {
    await inbox.start();
    engines = await startSeparateDatabases();
    run = await startApp({ engines });
    const started = await Promise.all([
      startServerProgram(engines, { SMTP_URL: inbox.url }),
      startWorkersProgram(engines, { SMTP_URL: inbox.url }),
    ]);
    [server, workers] = started;
    programs.push(...started);
  });
  afterAll(async () => {
    for (const screen of screens) screen.close();
    await engines.postgres.thaw();
    await endPrograms(programs);
    await run.close();
    await engines.drop();
    await inbox.stop();
  });

  // A test that fails while PostgreSQL is away must not fail the next one, too.
  afterEach(async () => {
    await engines.postgres.thaw();
    await engines.postgres.start();
  });

  /**
   * Repeats the request, as the web app does, as long as no answer arrives or the server answers
   * 503.
   */
  const persist = async (
    r: RecruitingStudy,
    who: TestPerson,
    seen: VisitorResponse[],
  ): Promise<VisitorResponse> => {
    for (;;) {
      const answer = await tryToEnrol(server, r, who);
      if (answer) seen.push(answer);
      if (answer?.status === 500)
        throw new Error(
          `an error of ours:\n${server
            .log()
            .filter((line) => line.includes('request failed'))
            .slice(-2)
            .join('\n')}`,
        );
      if (answer && answer.status !== 503) return answer;
      await wait(100);
    }
  };
  const everythingIsRight = async (
    r: RecruitingStudy,
    screen: TestSocket,
    people: TestPerson[],
  ) => {
    expect(await readSeatCounts(run.source, r.session_id)).toMatchObject({
      taken: people.length,
      counted: people.length,
    });
    const { version } = await readSeatCounts(run.source, r.session_id);
    await eventually(
      () =>
        screen.seen
          .filter((m) => m.session_id === r.session_id)
          .reduce((newest, m) => Math.max(newest, m.version), 0),
      (v) => v === version,
    );
    await eventually(
      () => people.filter(({ email }) => inbox.to(email).length === 0).length,
      (missing) => missing === 0,
      // Time limit: failed emails are retried after growing pauses of up to thirty seconds.
      90_000,
    );
    expect(
      people.map(
        ({ email }) => new Set(inbox.to(email).map(({ parsed }) => parsed.messageId)).size,
      ),
    ).toEqual(people.map(() => 1));
    await expectAgreementsSealed(run, r.study_id, people.length);
    expect([server.isAlive(), workers.isAlive()]).toEqual([true, true]);
  };

  it.each([
    ['stopped as an administrator does', () => engines.postgres.stop()],
    ['crashed', () => engines.postgres.crash()],
  ])(
    '%s: requests get "unavailable" with Retry-After, none fails otherwise or hangs, and nothing is lost',
    async (_, goAway) => {
      const people = await makePeople(run.source, enrolling);
      const r = await recruit(run, { capacity: 100 });
      const screen = await openTestSocket(server.url, r.researcher.token);
      screens.push(screen);
      await screen.watch('dashboard');
      const seen: VisitorResponse[] = [];
      const gone = eventually(
        () => seen.length,
        // Most of the first half is still to come.
        (n) => n >= 5,
      ).then(goAway);
      const outage = gone.then(async () => {
        await eventually(
          () => seen.filter(({ status }) => status === 503).length,
          (n) => n > 20,
        );
        const ready = await fetch(`${server.url}/health/ready`, {
          // This is longer than the server waits for a connection, so only a request that hangs
          // reaches this limit.
          signal: AbortSignal.timeout(40_000),
        });
        expect([ready.status, (await fetch(`${server.url}/health/live`)).status]).toEqual([
          503, 200,
        ]);
        await engines.postgres.start();
      });
      let begun = 0;
      await forEachConcurrently(12, people, async (p) => {
        // Half of the requests are sent during the shutdown, however fast it is, and half
        // afterwards.
        if (++begun > enrolling / 2) await gone;
        expect([200, 201]).toContain((await persist(r, p, seen)).status);
        await wait(40);
      });
      await outage;

      const during = seen.filter(({ status }) => status === 503);
      expect(
        during.filter(
          ({ code, retryAfter }) => code !== 'unavailable' || !(Number(retryAfter) > 0),
        ),
      ).toEqual([]);
      expect(
        [...new Set(seen.map(({ status }) => status))].filter(
          (status) => ![200, 201, 503].includes(status),
        ),
      ).toEqual([]);
      await everythingIsRight(r, screen, people);

      // New events are handled as before, not only the interrupted ones.
      const [late] = await makePeople(run.source, 1);
      if (!late) throw new Error('one person');
      expect((await tryToEnrol(server, r, late))?.status).toBe(201);
      await eventually(
        () => screen.seen.at(-1)?.counts?.enrolled,
        (n) => n === enrolling + 1,
      );
      // The time limit is short on purpose: later, the mail could also arrive because the sweep
      // restored an event that the queues had lost.
      await eventually(
        () => inbox.to(late.email).length,
        (n) => n === 1,
        50_000,
      );
    },
    // Time limit: many requests with repetitions, and emails after growing pauses.
    240_000,
  );

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

  it('frozen, with open connections: each request gets a response within 20 seconds, and work continues afterwards', async () => {
    const chance = printSeededRandom('the operations and bodies while PostgreSQL is frozen');
    const people = await makePeople(run.source, 30);
    const r = await recruit(run, { capacity: 200 });
    const screen = await openTestSocket(server.url, r.researcher.token);
    screens.push(screen);
    await screen.watch('dashboard');
    const requests = generatedRequests(server.url, r, people[0], chance, 2 * answeredWithinMs);
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
    const sample = Promise.all(requests.map((one) => one()));
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
    // The answers that are left out here refuse the request without the database: for an invalid
    // form or a missing token.
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

  it('emails in progress are sent within half a minute after the kill of one PostgreSQL process', async () => {
    const people = await makePeople(run.source, 12);
    const r = await recruit(run, { capacity: 12 });
    let open: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (open = resolve));
    let inHand = 0;
    inbox.onMail = () => {
      inHand++;
      return held;
    };
    for (const p of people) expect((await tryToEnrol(server, r, p))?.status).toBe(201);
    // The workers send five mails at a time, so the mail server holds at least five mails. It holds
    // more mails if a worker gives up a connection that waits, and sends again.
    await eventually(
      () => inHand,
      (n) => n >= 5,
    );
    const [claims] = await run.source.query<{ pid: number }[]>(
      `SELECT pid FROM pg_stat_activity WHERE application_name = 'commonlab-mail-claims'
       AND datname = current_database()`,
    );
    if (!claims) throw new Error('the workers hold no lock');
    process.kill(claims.pid, 'SIGKILL');
    const killed = Date.now();
    inbox.onMail = () => Promise.resolve();
    open();
    await eventually(
      () => people.filter(({ email }) => inbox.to(email).length === 0).length,
      (missing) => missing === 0,
      60_000,
    );
    expect(Date.now() - killed).toBeLessThan(extendTimeout(30_000));
    for (const { email } of people)
      expect(new Set(inbox.to(email).map(({ parsed }) => parsed.messageId)).size).toBe(1);
    // Time limit: the test must be able to wait half a minute.
  }, 120_000);

  it('server and workers can meanwhile end within ten seconds, with exit code 0', async () => {
    await engines.postgres.stop();
    const ends = await Promise.all([server.stop(), workers.stop()]);
    await engines.postgres.start();
    // Programs that do not finish within ten seconds exit with code 1.
    expect(ends.map(({ code }) => code)).toEqual([0, 0]);
    // Time limit: two programs have ten seconds to end, and PostgreSQL starts again.
  }, 120_000);
});
