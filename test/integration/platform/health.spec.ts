import { openMetricsPort } from '../../../server/start';
import type { OperatorPort } from '../../../server/platform/observability/operator-port';
import { Metrics } from '../../../server/platform/observability/metrics';
import { startApp, TestClock, type RunningApp } from '../../support/app/app';
import { eventually } from '../../support/chance/wait';
import { bodyOf } from '../../support/app/body-of';

let app: RunningApp;
beforeAll(async () => {
  // The file has its own application, because one test stops Redis, and another counts the whole
  // outbox.
  app = await startApp({ clock: new TestClock() });
});
afterAll(() => app.close());

describe('health endpoints of the server', () => {
  test('respond: live while the process runs, ready while its database and queues respond', async () => {
    await app.http().get('/health/live').expect(200, { status: 'live' });
    const body = await bodyOf(app.http().get('/health/ready').expect(200));
    expect(body).toEqual({
      status: 'ready',
      database: true,
      ...(app.config.redisUrl && { redis: true }),
    });
  });

  test('include ready, which succeeds while every connection of the pool is busy', async () => {
    const runners = Array.from({ length: 8 }, () => app.source.createQueryRunner());
    await Promise.all(runners.map((runner) => runner.connect()));
    try {
      await app.http().get('/health/ready').expect(200);
    } finally {
      await Promise.all(runners.map((runner) => runner.release()));
    }
  });

  test('include ready, which fails while Redis is stopped and recovers with it, and live, which does not depend on it', async () => {
    const { redis } = app.engines;
    if (!redis) return;
    await redis.stop();
    expect((await app.http().get('/health/ready').expect(503)).body).toMatchObject({
      status: 'not_ready',
      database: true,
      redis: false,
    });
    await app.http().get('/health/live').expect(200);
    await redis.restart();
    await eventually(
      async () => (await app.http().get('/health/ready')).status,
      (status) => status === 200,
    );
  });
});

describe('GET /metrics on METRICS_PORT', () => {
  let own: OperatorPort | undefined;
  beforeAll(async () => {
    own = await openMetricsPort(app.app, { metricsPort: 0, metricsHost: '127.0.0.1' });
  });
  afterAll(() => own?.close());
  const scraped = async () => {
    const answer = await fetch(`http://127.0.0.1:${own?.port}/metrics`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^text\/plain/),
    ]);
    return answer.text();
  };
  const metric = async (name: string) =>
    new RegExp(`^${name}(?:\\{[^}]*\\})? (.+)$`, 'm').exec(await scraped())?.[1];

  test('is not served by the public port, in any spelling of the path', async () => {
    const spellings = [
      ...['', '/', '//', '?', '#', '/.', '%2f', ';', '/x', '%00', '.json'].map(
        (t) => `/metrics${t}`,
      ),
      ...['//metrics', '/./metrics', '/METRICS', '/Metrics/', '/%6detrics', '/x/../metrics'],
      ...['/api/metrics', '/api/metrics/', '/health/metrics', '/s/metrics'],
    ];
    for (const path of spellings) {
      const { text, status } = await app.http().get(path).set('accept', 'text/plain');
      expect([path, status, text.includes('commonlab_')]).toEqual([path, 404, false]);
    }
    const page = await app.http().get('/metrics');
    expect([page.status, page.text.includes('commonlab_')]).toEqual([404, false]);
    expect(await openMetricsPort(app.app, { metricsPort: undefined, metricsHost: '::' })).toBe(
      undefined,
    );
  });

  test('is the only path that the metrics port serves', async () => {
    for (const path of ['/metrics/', '/health/live', '/api/studies/', '/'])
      expect((await fetch(`http://127.0.0.1:${own?.port}${path}`)).status).toBe(404);
  });

  test('reports the number of events that wait for a relay and the age of the oldest', async () => {
    await app.source.query(
      `INSERT INTO platform.outbox (id, name, data, at)
       VALUES (gen_random_uuid(), 'studies.study-changed', '{}', now() - interval '90 seconds')`,
    );
    expect(Number(await metric('commonlab_outbox_waiting'))).toBe(1);
    expect(Number(await metric('commonlab_relay_lag_seconds'))).toBeGreaterThanOrEqual(90);
    await app.source.query('UPDATE platform.outbox SET relayed_at = now()');
    expect([
      await metric('commonlab_outbox_waiting'),
      await metric('commonlab_relay_lag_seconds'),
    ]).toEqual(['0', '0']);
  });

  test('counts requests by route, never by path, and survives a measure that fails', async () => {
    const metrics = app.app.get(Metrics);
    metrics.beforeScrape.push(() => Promise.reject(new Error('away')));
    await app.http().get('/api/studies/01890a5d-ac96-774b-bcce-b302099a8057/?secret=1').expect(404);
    const text = await scraped();
    expect(text).toMatch(
      /commonlab_http_request_seconds_count\{method="GET",route="\/api\/studies\/:id\/?",status="404"\} 1/,
    );
    expect(text).not.toMatch(/01890a5d|secret/);
  });
});
