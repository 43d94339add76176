import { startApp, type StartOptions } from '../../../support/app/app';
import { cloneDatabase } from '../../../support/engines/engines';
import { eventually } from '../../../support/chance/wait';
import { openTestSocket } from '../../../support/app/watcher';
import { startTestWorkers } from '../../../support/app/workers';
import { RunCountsSender } from '../../../../server/live/run-counts-sender';
import type { Inbox } from '../../mail/inbox';
import type { WebhookReceiver } from '../../webhooks/receiver';
import { ObserverCalls } from './calls';
import { waitUntilWorkersIdle } from './quiet';
import { ManualClock } from './set-clock';
import type { StateAfterYesterday } from './yesterday';

const hour = 3_600_000;
/** For each live topic, the message by which the server changes a page that watches the topic. */
const shownBy: Readonly<Record<string, string>> = {
  session: 'session.availability',
  runs: 'runs.counted',
};
export type ObservedWorld = Awaited<ReturnType<typeof startObservedWorld>>;

export interface ExternalServices {
  readonly inbox: Inbox;
  readonly receiver: WebhookReceiver;
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * Starts one of the two compared histories (worlds): a server, workers and all listeners on a copy
 * of yesterday's database, at ten o'clock today.
 */
export async function startObservedWorld(
  yesterday: StateAfterYesterday,
  { inbox, receiver, environment }: ExternalServices,
  change?: StartOptions['change'],
) {
  const engines = await cloneDatabase(yesterday.engines);
  const clock = new ManualClock(new Date(yesterday.today + 10 * hour));
  const run = await startApp({
    engines,
    clock,
    environment: { ...environment, RATE_LIMITS: 'on' },
    change,
  });
  const workers = await startTestWorkers(run, { environment: { ...environment } });
  const calls = new ObserverCalls(run, yesterday, clock);
  const { cast, editor, analyst, viewer, stages } = yesterday;
  const people = { owner: cast.approved, editor, analyst, viewer };
  const sockets: {
    name: string;
    watching: Awaited<ReturnType<typeof openTestSocket>>;
    /** What the page of a watching person shows, by message and session. */
    latest: Map<string, unknown>;
  }[] = [];
  for (const [name, { token }] of Object.entries(people)) {
    const watching = await openTestSocket(run.url, token);
    const latest = new Map<string, unknown>();
    sockets.push({ name, watching, latest });
    const watch = async (topic: string, of: string, kind: string) => {
      const answer = await watching.watch(`${topic}:${of}`);
      calls.keep(`watch ${topic}`, `${name} ${kind}`, answer);
      const event = shownBy[topic];
      if (event && answer.ok) latest.set(`${event} ${kind}`, answer.snapshot);
    };
    for (const { r, kind } of stages)
      for (const [topic, of] of [
        ['study', r.study_id],
        ['session', r.session_id],
        ['runs', r.session_id],
        ['slots', r.session_id],
        ['editing', r.study_id],
      ] as const)
        await watch(topic, of, kind);
    for (const topic of ['dashboard', 'me', 'reviews'])
      calls.keep(`watch ${topic}`, name, await watching.watch(topic));
  }
  inbox.received.splice(0);
  receiver.received.splice(0);

  /**
   * Makes a change in another study of the owner, and waits for the message about this change. The
   * server sends this message after all earlier messages.
   */
  let markers = 0;
  const relayed = async () => {
    const title = `Marker ${++markers}`;
    await run.app.inject({
      method: 'PUT',
      url: `/api/studies/${yesterday.marker}/`,
      headers: cast.approved.headers,
      payload: { title },
    });
    const isHere = () => receiver.received.some(({ body }) => body.includes(title));
    await eventually(isHere, Boolean);
  };

  /**
   * Collects the messages, mails and webhooks that arrived since the last call. Of messages about
   * the same live state, collects only the newest.
   */
  const collect = async (when: string) => {
    await waitUntilWorkersIdle(run);
    await relayed();
    await run.app.get(RunCountsSender, { strict: false }).look();
    for (const { name, watching, latest } of sockets) {
      await watching.socket.timeout(20_000).emitWithAck('beat');
      const events = new Set<string>();
      for (const { name: event, message } of watching.messages.splice(0)) {
        const { session_id } = (message ?? {}) as { session_id?: string };
        const text = session_id ?? JSON.stringify(message ?? null);
        const stage = stages.find(({ r }) => text.includes(r.session_id));
        if (!stage) continue;
        latest.set(`${event} ${stage.kind}`, message);
        events.add(`${event} ${stage.kind}`);
      }
      if (when === 'at once') calls.keep('live pushes', name, { events: [...events].sort() });
      for (const [of, message] of [...latest].sort(([a], [b]) => (a < b ? -1 : 1)))
        calls.keep(`live ${of.split(' ')[0]}`, `${when} ${of} to ${name}`, message);
    }
    const mails = Object.entries(people).flatMap(([name, { email }]) =>
      inbox
        .to(email)
        .filter(isSteady)
        .map(({ subject, text, html }) => ({
          name,
          subject,
          // The times in the text depend on when a worker wrote the mail.
          text: text.replace(/\d\d:\d\d UTC/g, '').split('\n'),
          html: html.length,
        })),
    );
    inbox.received.splice(0);
    for (const mail of inOrder(mails)) calls.keep('mail', `${when} to ${mail.name}`, mail);
    const ids = stages.flatMap(({ r }) => [r.study_id, r.session_id]);
    const hooks = receiver.received
      .splice(0)
      .filter(({ body }) => ids.some((id) => body.includes(id)))
      .map(({ type, body, data }) => ({
        type,
        data: when === 'at once' ? data : withoutState(data),
        padding: body.length - JSON.stringify(JSON.parse(body)).length,
      }));
    const once =
      when === 'at once'
        ? hooks
        : [...new Map(hooks.map((hook) => [JSON.stringify(hook), hook])).values()];
    for (const hook of inOrder(once)) calls.keep('webhook', `${when} ${hook.type}`, hook);
  };
  return {
    run,
    calls,
    owner: cast.approved,
    collect,
    /** Pushes a message as if the server had sent it to the owner's page. */
    push: (name: string, message: object) =>
      void sockets.find((one) => one.name === 'owner')?.watching.messages.push({ name, message }),
    at: (hours: number) => clock.set(new Date(yesterday.today + hours * hour)),
    async close() {
      for (const { watching } of sockets) watching.close();
      await workers.close();
      await run.close();
      await engines.drop();
    },
  };
}
/**
 * Whether a mail is compared. Mails to instructors about submissions are not: a worker sends none
 * if the submission is decided before it writes the mail.
 */
const isSteady = ({ subject = '' }: { subject?: string }) => !/ waits for review: /.test(subject);
/**
 * Removes the state from a message, because it is the state at the moment of sending. A worker may
 * send one message for several changes, so this moment can differ between the histories.
 */
const withoutState = ({ state: _, capacity: _c, ...data }: Record<string, unknown>) => data;
const inOrder = <T>(all: readonly T[]): T[] =>
  all
    .map((one) => [JSON.stringify(one), one] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, one]) => one);
