/**
 * @engines one: tests limits that a server applies before a message reaches a queue, so it runs
 * with only one kind of queue (Redis or PostgreSQL)
 */
import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import { Client, type Pool } from 'pg';
import { io, type Socket as LiveSocket } from 'socket.io-client';
import { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver';
import { z } from 'zod';
import type { WatchTopicResponse } from '../../../contracts/live/live';
import { liveLimits } from '../../../contracts/live/limits';
import { AvailabilityPoller } from '../../../server/live/availability-poller';
import type { LiveServer } from '../../../server/live/live-server';
import { LiveGateway } from '../../../server/live/live.gateway';
import { RevocationPoller } from '../../../server/live/revocation-poller';
import { SlowReaderDisconnector } from '../../../server/live/slow-readers/slow-readers';
import { startApp, type SeparateApp } from '../../support/app/app';
import { makePerson } from '../../support/people/people';
import { recruit } from '../../support/people/recruiting';
import { eventually } from '../../support/chance/wait';
import { openTestSocket, type TestSocket } from '../../support/app/watcher';

/** A client's connection, whose socket can be paused. */
const Connection = z.object({ ws: z.object({ _socket: z.instanceof(Socket) }) });

describe('The protection against a flood of live messages', () => {
  let run: SeparateApp;
  let server: LiveServer;
  let statements = 0;
  const open: TestSocket[] = [];
  beforeAll(async () => {
    // This file has its own application with rate limits, because the tests count all of its SQL
    // statements.
    run = await startApp({ environment: { RATE_LIMITS: 'on' } });
    ({ server } = run.app.get<LiveGateway, { server: LiveServer }>(LiveGateway, { strict: false }));
    for (const part of [AvailabilityPoller, RevocationPoller, SlowReaderDisconnector])
      run.app.get(part, { strict: false }).onApplicationShutdown();
    const { driver } = run.source;
    if (!(driver instanceof PostgresDriver)) throw new Error('a driver of PostgreSQL');
    const pool = driver.master as Pool;
    pool.on('acquire', () => statements++);
  });
  afterEach(async () => {
    for (const w of open.splice(0)) w.close();
    await eventually(
      () => server.sockets.sockets.size,
      (n) => n === 0,
    );
  });
  afterAll(() => run.close());
  const connect = async (token?: string) => {
    const w = await openTestSocket(run.url, token);
    w.socket.io.reconnection(false);
    open.push(w);
    return w;
  };
  const ended = (w: TestSocket) => new Promise((done) => w.socket.once('disconnect', done));
  /** Counts the server's SQL statements while something happens. */
  const statementsOf = async (what: () => Promise<unknown>) => {
    const before = statements;
    await what();
    return statements - before;
  };

  it.each([
    ['the same topic', (study: string) => `study:${study}`],
    ['topics that are all different', () => `study:${randomUUID()}`],
  ])(
    'disconnects a client with a code, after at most one statement for each queued message: %s',
    async (_, topicOf) => {
      const { study_id } = await recruit(run);
      const w = await connect();
      const calm = await connect();
      const gone = ended(w);
      const cost = await statementsOf(async () => {
        for (let i = 0; i < 3_000; i++)
          w.socket.emit('watch', { topic: topicOf(study_id) }, () => undefined);
        const pages = await Promise.all(
          Array.from({ length: 20 }, () => fetch(`${run.url}/api/studies/`)),
        );
        expect(pages.map(({ status }) => status)).toEqual(Array(20).fill(200));
        expect(await gone).toBe('io server disconnect');
      });
      expect(w.messages).toContainEqual({
        name: 'cut_off',
        message: { code: 'too_many_requests', retry_after: liveLimits.liveReturnSeconds },
      });
      expect(cost).toBeLessThanOrEqual(liveLimits.liveWatchesWaiting + 1 + 20);
      expect(await calm.watch(`study:${study_id}`)).toMatchObject({ ok: true });
      expect(calm.socket.connected).toBe(true);
    },
  );

  it('disconnects a client that sends many messages, of whatever kind', async () => {
    const w = await connect();
    const gone = ended(w);
    const cost = await statementsOf(async () => {
      for (let i = 0; i < 3_000; i++) w.socket.emit('unwatch', { topic: `study:${randomUUID()}` });
      expect(await gone).toBe('io server disconnect');
    });
    expect(cost).toBe(0);
    expect(w.messages.map((m) => m.name)).toEqual(['cut_off']);
  });

  it('reads the database twice at most for many clients that watch at one moment', async () => {
    const { study_id } = await recruit(run);
    const all = await Promise.all(Array.from({ length: 60 }, () => connect()));
    const blocker = new Client({ connectionString: run.engines.migrationDatabaseUrl });
    await blocker.connect();
    try {
      await blocker.query('BEGIN; LOCK TABLE research.session IN ACCESS EXCLUSIVE MODE');
      let answers: WatchTopicResponse[] = [];
      const cost = await statementsOf(async () => {
        const asked = Promise.all(all.map((w) => w.watch(`study:${study_id}`)));
        await eventually(
          () => server.sockets.adapter.rooms.get(`study:${study_id}`)?.size,
          (n) => n === all.length,
        );
        await blocker.query('COMMIT');
        answers = await asked;
      });
      expect(answers.map(({ ok }) => ok)).toEqual(all.map(() => true));
      expect(cost).toBe(2);
    } finally {
      await blocker.end();
    }
  });

  it('needs no database statement when a client watches a topic a second time, or leaves it', async () => {
    const r = await recruit(run, { capacity: 7 });
    const [visitor, owner] = [await connect(), await connect(r.researcher.token)];
    const topics: [TestSocket, string][] = [
      [visitor, `study:${r.study_id}`],
      [owner, `session:${r.session_id}`],
      [owner, 'dashboard'],
    ];
    const first = await Promise.all(topics.map(([w, topic]) => w.watch(topic)));
    let again: WatchTopicResponse[] = [];
    // At first, the notification of the launch may still be on its way.
    await eventually(
      () =>
        statementsOf(async () => {
          again = await Promise.all(topics.map(([w, topic]) => w.watch(topic)));
        }),
      (cost) => cost === 0,
    );
    const cost = await statementsOf(async () => {
      for (const [w, topic] of topics) await w.socket.emitWithAck('unwatch', { topic });
    });
    expect(cost).toBe(0);
    expect(first.map(({ ok }) => ok)).toEqual([true, true, true]);
    expect(again).toEqual(first);
    for (const room of [`study:${r.study_id}`, `session:${r.session_id}`])
      expect(server.sockets.adapter.rooms.has(room)).toBe(false);
  });

  it('keeps no topic that the client left before the answer', async () => {
    const w = await connect();
    const topics = Array.from({ length: 30 }, () => `study:${randomUUID()}`);
    const answers = topics.map((topic) => w.watch(topic));
    for (const topic of topics) w.socket.emit('unwatch', { topic });
    await Promise.all(answers);
    await w.socket.emitWithAck('unwatch', { topic: 'me' });
    const socket = server.sockets.sockets.get(w.socket.id ?? '');
    expect([...(socket?.rooms ?? [])]).toEqual([w.socket.id]);
  });

  it('disconnects a client that does not read, and keeps the others', async () => {
    const [deaf, calm] = [await connect(), await connect()];
    const id = deaf.socket.id ?? '';
    const { ws } = Connection.parse(deaf.socket.io.engine.transport);
    ws._socket.pause();
    const look = () => run.app.get(SlowReaderDisconnector, { strict: false }).look(server);
    expect(look()).toBe(0);
    // The text is far larger than what the operating system buffers for a connection.
    for (let i = 0; i < 400; i++)
      server.local.emit('user.updated', { _id: `${i} ${'x'.repeat(100_000)}` });
    await eventually(
      () => calm.messages.length,
      (n) => n === 400,
    );
    expect(look()).toBe(1);
    await eventually(
      () => server.sockets.sockets.has(id),
      (is) => !is,
    );
    expect(calm.socket.connected).toBe(true);
    ws._socket.destroy();
  });

  it('lets two hundred visitors of one network watch, and signed-in people in addition', async () => {
    const { study_id } = await recruit(run);
    const topic = `study:${study_id}`;
    const person = await makePerson(run.source);
    const visitors = await Promise.all(
      Array.from({ length: liveLimits.liveSocketsPerNetwork }, () => connect()),
    );
    const answers = await Promise.all(visitors.flatMap((w) => [w.watch(topic), w.watch(topic)]));
    expect(answers.every(({ ok }) => ok)).toBe(true);

    const refused = await new Promise<Error & { data?: unknown }>((done) => {
      const socket: LiveSocket = io(run.url, { transports: ['websocket'], forceNew: true });
      socket.once('connect_error', (error) => {
        socket.disconnect();
        done(error);
      });
    });
    expect(refused.data).toEqual({ code: 'too_many_requests', retry_after: 10 });
    const student = await connect(person.token);
    expect(await student.watch('me')).toMatchObject({ ok: true });

    visitors[0]?.close();
    // A place for a visitor becomes free when the server notices that another visitor has
    // disconnected.
    await eventually(
      () =>
        connect().then(
          () => true,
          () => false,
        ),
      (isIn) => isIn,
    );
  });
});
