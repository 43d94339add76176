/**
 * @engines one: deliveries are in their own tables and in no queue, so it runs with only one kind
 * of queue (Redis or PostgreSQL)
 */
import { hours, minutes } from '../../../server/platform/concurrency/clock';
import { WebhookMessages } from '../../../server/webhooks/delivery/messages.store';
import { webhookMessageIdOf, WriteWebhookMessages } from '../../../server/webhooks/write-messages';
import type { RunningWorkers } from '../../../workers/start';
import { startApp, type SeparateApp } from '../../support/app/app';
import { makeResearcher, type TestPerson } from '../../support/people/people';
import { eventually } from '../../support/chance/wait';
import { startTestWorkers } from '../../support/app/workers';
import { Inbox } from '../mail/inbox';
import { webhookRequestsOf, type CreatedWebhook } from './hooks';
import {
  isSignedWith,
  answerNoContent,
  WebhookReceiver,
  neverAnswer,
  answerWithStatus,
} from './receiver';

// An application whose clock the tests move, with its own workers, which may send to loopback
// addresses.
const environment = { WEBHOOK_ALLOW: '127.0.0.0/8:*' };
const inbox = new Inbox();
let run: SeparateApp;
let workers: RunningWorkers;
let hooks: ReturnType<typeof webhookRequestsOf>;
let receiver: WebhookReceiver;
let researcher: TestPerson;
let hook: CreatedWebhook;
beforeAll(async () => {
  await inbox.start();
  run = await startApp({ environment: { ...environment, SMTP_URL: inbox.url } });
  workers = await startTestWorkers(run, { environment });
  hooks = webhookRequestsOf(run);
});
afterAll(async () => {
  await workers.close();
  await run.close();
  await inbox.stop();
});
beforeEach(async () => {
  receiver = await new WebhookReceiver().start();
  researcher = await makeResearcher(run.source);
  hook = await hooks.create(researcher, receiver.url);
});
afterEach(() => receiver.stop());

const got = (count: number) =>
  eventually(
    () => receiver.received,
    (all) => all.length >= count,
  );
const states = async () => (await hooks.log(researcher, hook._id)).map(({ state }) => state);
const untilStates = (...expected: string[]) =>
  eventually(states, (all) => JSON.stringify(all) === JSON.stringify(expected));
/**
 * Inserts a message in the state that a process leaves if it is killed after writing the message.
 */
const written = async (eventId = crypto.randomUUID()): Promise<string> => {
  await run.source.query(
    `INSERT INTO identity.webhook_message (id, webhook_id, kind, body, due_at, try_until, created_at)
     VALUES ($1, $2, 'study.changed', $3, $4, $4::timestamptz + interval '1 day', $4)`,
    [
      webhookMessageIdOf(eventId, hook._id),
      hook._id,
      JSON.stringify({ type: 'study.changed', data: { n: eventId } }),
      run.clock.now(),
    ],
  );
  return webhookMessageIdOf(eventId, hook._id);
};

describe('A webhook message that cannot be delivered', () => {
  it('is retried with the same webhook-id and the same body', async () => {
    receiver.answer = (response) => response.writeHead(500).end('out of order\0');
    await written();
    await got(1);
    receiver.answer = answerNoContent;
    run.clock.advance(minutes(1));
    await untilStates('delivered');
    const [first, second] = receiver.received;
    expect([second?.id, second?.body]).toEqual([first?.id, first?.body]);
    const [{ attempts } = { attempts: [] }] = await hooks.log(researcher, hook._id);
    expect(attempts.map((one) => [one.status, one.problem])).toEqual([
      [204, null],
      [500, 'wrong_status'],
    ]);
    expect(attempts[1]?.answer).toBe('out of order\u{fffd}');
  });

  it('is given up after a day; the webhook is disabled, and its researcher gets one email', async () => {
    receiver.answer = answerWithStatus(503);
    await written();
    const second = await written();
    for (let tries = 1; (await hooks.read(researcher, hook._id))?.state === 'active'; tries++) {
      await eventually(
        async () => [receiver.received.length, (await hooks.read(researcher, hook._id))?.state],
        ([count, state]) => Number(count) >= tries || state !== 'active',
      );
      run.clock.advance(hours(5));
    }
    await untilStates('failed', 'failed');
    const mails = await eventually(
      () => inbox.to(researcher.email),
      (all) => all.length > 0,
    );
    expect(mails.map(({ subject }) => subject)).toEqual(['A webhook was disabled']);
    expect(mails[0]?.text).not.toContain('/hook');
    receiver.answer = answerNoContent;
    await hooks.change(researcher, hook._id, { state: 'active' });
    await hooks.again(researcher, hook._id, second);
    await eventually(states, (all) => all.includes('delivered'));
    expect((await hooks.read(researcher, hook._id))?.failing_since).toBeNull();
  });

  it('disables the webhook immediately if the receiver answers 410', async () => {
    receiver.answer = answerWithStatus(410);
    await written();
    await eventually(
      async () => (await hooks.read(researcher, hook._id))?.state,
      (state) => state === 'disabled',
    );
    expect(receiver.received).toHaveLength(1);
  });

  it('does not follow a redirect', async () => {
    const elsewhere = await new WebhookReceiver().start();
    receiver.answer = answerWithStatus(307, '', { location: elsewhere.url });
    await written();
    await got(1);
    const [attempt] = await eventually(
      async () => (await hooks.log(researcher, hook._id))[0]?.attempts ?? [],
      (all) => all.length > 0,
    );
    expect(attempt).toMatchObject({ status: 307, problem: 'wrong_status' });
    expect(elsewhere.received).toEqual([]);
    await elsewhere.stop();
  });

  it('is logged with the first bytes of a long answer', async () => {
    receiver.answer = answerWithStatus(400, 'x'.repeat(5_000_000));
    await written();
    const [attempt] = await eventually(
      async () => (await hooks.log(researcher, hook._id))[0]?.attempts ?? [],
      (all) => all.length > 0,
    );
    expect(attempt?.answer).toBe('x'.repeat(500));
  });
});

describe('A receiver that never answers', () => {
  it('does not delay messages to other receivers', async () => {
    receiver.answer = neverAnswer;
    for (let n = 0; n < 40; n++) await written();
    await got(1);
    const other = await new WebhookReceiver().start();
    const quick = await makeResearcher(run.source);
    const theirs = await hooks.create(quick, other.url);
    await hooks.test(quick, theirs._id);
    await eventually(
      () => other.received.length,
      (count) => count === 1,
      5_000,
    );
    expect(receiver.received.length).toBeLessThanOrEqual(16);
    await hooks.call(researcher, 'delete', `/api/webhooks/${hook._id}/`, 204);
    await other.stop();
  });
});

describe('A message of a killed process', () => {
  it('is delivered with its own webhook-id, if it was not begun, or begun and not recorded', async () => {
    await hooks.change(researcher, hook._id, { state: 'paused' });
    const id = await written();
    await run.source.query(`UPDATE identity.webhook SET state = 'active' WHERE id = $1`, [
      hook._id,
    ]);
    // The test claims the message, like a process that dies before it records the delivery.
    const [held] = await run.app.get(WebhookMessages).claim(hook._id, 1);
    const taken = held?.id === id; // else the workers were quicker, and it is delivered
    run.clock.advance(minutes(2));
    await untilStates('delivered');
    expect(taken || receiver.received.length === 1).toBe(true);
    expect(new Set(receiver.received.map((one) => one.id))).toEqual(
      new Set([`msg_${id.replaceAll('-', '')}`]),
    );
  });

  it('is written once, however often its event is processed', async () => {
    const study = await hooks.call<{ _id: string }>(researcher, 'post', '/api/studies/', 201, {
      title: 'Twice',
      description: 'What happens twice?',
      duration_minutes: 5,
      privacy_level: 'anonymous',
      reward: { amount: 100, currency: 'EUR' },
    });
    const news = {
      event_id: crypto.randomUUID(),
      study_id: study._id,
      kind: 'study.changed' as const,
      body: JSON.stringify({ type: 'study.changed', data: {} }),
    };
    const writing = run.app.get(WriteWebhookMessages);
    await Promise.all([writing.write([news]), writing.write([news])]);
    await writing.write([news]);
    const [{ count } = { count: 0 }]: { count: number }[] = await run.source.query(
      `SELECT count(*)::int AS count FROM identity.webhook_message WHERE id = $1`,
      [webhookMessageIdOf(news.event_id, hook._id)],
    );
    expect(count).toBe(1);
  });
});

describe('A renewed secret of a webhook', () => {
  it('signs together with the former secret for a day, and alone afterwards', async () => {
    const { secret } = await hooks.renew(researcher, hook._id);
    await written();
    const [first] = await got(1);
    expect([hook.secret, secret].map((one) => first && isSignedWith(one, first))).toEqual([
      true,
      true,
    ]);
    run.clock.advance(hours(25));
    await written();
    const [, second] = await got(2);
    expect([hook.secret, secret].map((one) => second && isSignedWith(one, second))).toEqual([
      false,
      true,
    ]);
  });
});

describe('The test button of a webhook', () => {
  it('sends one message, also to a paused webhook, and tries once', async () => {
    receiver.answer = answerWithStatus(500);
    await hooks.change(researcher, hook._id, { state: 'paused' });
    await hooks.test(researcher, hook._id);
    await untilStates('failed');
    expect(receiver.received.map(({ type }) => type)).toEqual(['webhook.test']);
    expect((await hooks.read(researcher, hook._id))?.state).toBe('paused');
  });
});
