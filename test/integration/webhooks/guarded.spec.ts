/**
 * @engines one: deliveries are in their own tables and in no queue, so it runs with only one kind
 * of queue (Redis or PostgreSQL)
 */
import type { RunningWorkers } from '../../../workers/start';
import { startApp, type SeparateApp } from '../../support/app/app';
import { captureLog } from '../../support/app/captured-log';
import { makeResearcher, type TestPerson } from '../../support/people/people';
import { eventually } from '../../support/chance/wait';
import { startTestWorkers } from '../../support/app/workers';
import { webhookRequestsOf } from './hooks';
import { WebhookReceiver } from './receiver';

// An application that allows no private addresses, like an installation.
let run: SeparateApp;
const logs = captureLog('warn', 'workers');
let workers: RunningWorkers;
let hooks: ReturnType<typeof webhookRequestsOf>;
let receiver: WebhookReceiver;
beforeAll(async () => {
  run = await startApp();
  workers = await startTestWorkers(run, { log: logs.log });
  hooks = webhookRequestsOf(run);
  receiver = await new WebhookReceiver().start();
});
afterAll(async () => {
  await receiver.stop();
  await workers.close();
  await run.close();
});

const fieldOf = (body: unknown) => (body as { fields?: { code: string }[] }).fields?.[0]?.code;
const refusalOf = async (researcher: TestPerson, url: string) => {
  const answer = await run
    .http()
    .post('/api/webhooks/')
    .set(researcher.headers)
    .send({ url, kinds: ['study.changed'] });
  return fieldOf(answer.body);
};

describe('The address of a webhook', () => {
  it.each([
    'http://receiver.test/hook',
    'https://127.0.0.1/hook',
    'https://2130706433/hook',
    'https://0x7f.1/hook',
    'https://[::1]/hook',
    'https://[::ffff:169.254.169.254]/latest/meta-data',
    'https://user:password@receiver.test/',
    'https://receiver.test/#part',
    'ftp://receiver.test/',
    'https://receiver.test/a\0b',
    'https://receiver.test/\ud800',
    'https://127.0.0.1./hook',
    'https://0177.0.0.1/hook',
    'https://[64:ff9b::a9fe:a9fe]/hook',
    'no address',
    'https://receiver.test./hook',
  ])('is refused as invalid: %s', async (url) => {
    const researcher = await makeResearcher(run.source);
    const answer = await run
      .http()
      .post('/api/webhooks/')
      .set(researcher.headers)
      .send({ url, kinds: ['study.changed'] });
    expect([
      answer.status,
      (answer.body as { fields: { path: string }[] }).fields[0]?.path,
    ]).toEqual([400, 'url']);
  });

  it.each([
    ...['localhost', 'LOCALHOST.', 'a.localhost', 'a.localhost.', 'localhost.localdomain'],
    ...['intranet', 'ip6-loopback', 'printer.local', 'nas.home.arpa', '127.1', '[::1]', '0'],
  ])('is refused as not public: %s', async (host) => {
    const researcher = await makeResearcher(run.source);
    expect(await refusalOf(researcher, `https://${host}/hook`)).toEqual('not_public');
  });

  it.each([22, 25, 80, 444, 3306, 5432, 6379, 8080, 65_535])(
    'with port %i is refused at creation and at a change',
    async (port) => {
      const researcher = await makeResearcher(run.source);
      const url = `https://receiver.test:${port}/hook`;
      expect(await refusalOf(researcher, url)).toEqual('unusual_port');
      const hook = await hooks.create(researcher, 'https://receiver.test:8443/hook');
      const changed = await run
        .http()
        .put(`/api/webhooks/${hook._id}/`)
        .set(researcher.headers)
        .send({ url });
      expect([changed.status, fieldOf(changed.body)]).toEqual([400, 'unusual_port']);
    },
  );

  it('that was stored earlier with such a port is refused at delivery, and the log says so', async () => {
    const researcher = await makeResearcher(run.source);
    const hook = await hooks.create(researcher, 'https://receiver.test/hook');
    await run.source.query(`UPDATE identity.webhook SET url = $2 WHERE id = $1`, [
      hook._id,
      'https://receiver.test:22/hook',
    ]);
    await hooks.test(researcher, hook._id);
    const [attempt] = await eventually(
      async () => (await hooks.log(researcher, hook._id))[0]?.attempts ?? [],
      (all) => all.length > 0,
    );
    expect(attempt).toMatchObject({ status: null, problem: 'port_refused' });
    expect(logs.of('a webhook leads to where none may (WEBHOOK_ALLOW)')).toContainEqual(
      expect.objectContaining({ webhook: hook._id, problem: 'port_refused' }),
    );
    expect(logs.lines.join('')).not.toContain('receiver.test');
  });

  it.each(['localhost', '127.0.0.1', '[::ffff:127.0.0.1]'])(
    'is validated on connection: nothing is sent to %s',
    async (host) => {
      const researcher = await makeResearcher(run.source);
      const hook = await hooks.create(researcher, 'https://receiver.test/hook');
      // Changes the address as if the name had been public when the webhook was created, and now
      // resolved to this machine.
      await run.source.query(`UPDATE identity.webhook SET url = $2 WHERE id = $1`, [
        hook._id,
        `http://${host}:${receiver.port}/hook`,
      ]);
      await hooks.test(researcher, hook._id);
      const [attempt] = await eventually(
        async () => (await hooks.log(researcher, hook._id))[0]?.attempts ?? [],
        (all) => all.length > 0,
      );
      expect(attempt).toMatchObject({ status: null, problem: 'address_refused' });
      expect(receiver.received).toEqual([]);
    },
  );
});

describe('The webhooks of a researcher', () => {
  it('are ten at most, also for concurrent requests', async () => {
    const researcher = await makeResearcher(run.source);
    const answers = await Promise.all(
      Array.from({ length: 15 }, () =>
        run
          .http()
          .post('/api/webhooks/')
          .set(researcher.headers)
          .send({ url: 'https://receiver.test/', kinds: ['study.changed'] }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(new Set(refused.map(({ body }) => (body as { code: string }).code))).toEqual(
      new Set(['too_many_webhooks']),
    );
  });

  it('have sealed secrets that are shown only once', async () => {
    const researcher = await makeResearcher(run.source);
    const { _id, secret } = await hooks.create(researcher, 'https://receiver.test/');
    const answer = await run.http().get('/api/webhooks/').set(researcher.headers);
    expect(answer.text).not.toContain(secret);
    const [row]: { secret: Buffer }[] = await run.source.query(
      `SELECT secret FROM identity.webhook WHERE id = $1`,
      [_id],
    );
    expect(row?.secret.includes(secret.slice('whsec_'.length))).toBe(false);
  });
});
