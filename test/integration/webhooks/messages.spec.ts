/**
 * @engines one: tests the content of messages, which does not depend on the queues, so it runs with
 * only one kind of queue (Redis or PostgreSQL)
 */
import type { RunningWorkers } from '../../../workers/start';
import { startApp, type SeparateApp } from '../../support/app/app';
import { makePerson, makeResearcher } from '../../support/people/people';
import { recruit } from '../../support/people/recruiting';
import { eventually } from '../../support/chance/wait';
import { startTestWorkers } from '../../support/app/workers';
import { collaboratorRequestsOf } from '../collaborators/calls';
import { privacyLevelRequestsOf } from '../enrolment/rosters/levels';
import { newStudy } from '../studies/fixtures';
import { webhookRequestsOf } from './hooks';
import { isSignedWith, WebhookReceiver } from './receiver';

// An application with its own workers, which may send to this file's receivers at loopback
// addresses.
const environment = { WEBHOOK_ALLOW: '127.0.0.0/8:*' };
let run: SeparateApp;
let workers: RunningWorkers;
let hooks: ReturnType<typeof webhookRequestsOf>;
let levels: ReturnType<typeof privacyLevelRequestsOf>;
let receiver: WebhookReceiver;
beforeAll(async () => {
  run = await startApp({ environment });
  workers = await startTestWorkers(run, { environment });
  hooks = webhookRequestsOf(run);
  levels = privacyLevelRequestsOf(run);
});
afterAll(async () => {
  await workers.close();
  await run.close();
});
beforeEach(async () => {
  receiver = await new WebhookReceiver().start();
});
afterEach(() => receiver.stop());

const study = async (researcher: Awaited<ReturnType<typeof makeResearcher>>) => {
  const made = await hooks.call<{ _id: string }>(
    researcher,
    'post',
    '/api/studies/',
    201,
    newStudy,
  );
  // The test waits, because the next webhook might otherwise get messages of earlier events.
  await settled(researcher, made._id);
  return made._id;
};
const got = (count: number) =>
  eventually(
    () => receiver.received,
    (all) => all.length >= count,
  );
const kinds = () => receiver.received.map(({ type }) => type).sort();

/** Waits until all earlier events are written down and delivered. */
const settled = (researcher: { headers: object }, id: string) =>
  eventually(
    async () => {
      const [{ waiting } = { waiting: 1 }]: { waiting: number }[] = await run.source.query(
        `SELECT (SELECT count(*)::int FROM platform.outbox o WHERE NOT EXISTS (
             SELECT 1 FROM platform.processed_event p WHERE p.event_id = o.id AND p.consumer = 'webhooks')
             AND (o.name LIKE 'enrolment.%' OR o.name LIKE 'studies.%')
             AND o.name NOT IN ('enrolment.lease-ending', 'enrolment.data-withdrawn', 'enrolment.consent-withdrawn'))
           + (SELECT count(*)::int FROM identity.webhook_message WHERE webhook_id = $1 AND state = 'waiting') AS waiting`,
        [id],
      );
      return researcher.headers && waiting;
    },
    (waiting) => waiting === 0,
  );

describe('A researcher’s server', () => {
  it('gets one message about a changed study, signed according to Standard Webhooks', async () => {
    const researcher = await makeResearcher(run.source);
    const id = await study(researcher);
    const hook = await hooks.create(researcher, receiver.url);
    await hooks.retitle(researcher, id, 'Another title');
    const [message] = await got(1);
    await settled(researcher, hook._id);
    expect(kinds()).toEqual(['study.changed']);
    expect(message?.data).toEqual({ study_id: id, state: 'draft', title: 'Another title' });
    expect(message && isSignedWith(hook.secret, message)).toBe(true);
    expect(message && isSignedWith(`whsec_${'A'.repeat(44)}`, message)).toBe(false);
    expect(await hooks.log(researcher, hook._id)).toMatchObject([
      {
        state: 'delivered',
        webhook_id: message?.id,
        body: message?.body,
        attempts: [{ status: 204 }],
      },
    ]);
  });

  it('gets messages of the chosen kinds and the chosen study only', async () => {
    const researcher = await makeResearcher(run.source);
    const [one, other] = [await study(researcher), await study(researcher)];
    const hook = await hooks.create(researcher, receiver.url, { study_id: one });
    const deaf = await hooks.create(researcher, receiver.url, { kinds: ['session.changed'] });
    await hooks.retitle(researcher, other, 'Other');
    await hooks.retitle(researcher, one, 'One');
    await got(1);
    await settled(researcher, hook._id);
    expect(receiver.received.map(({ data }) => data.study_id)).toEqual([one]);
    expect(await hooks.log(researcher, deaf._id)).toEqual([]);
  });

  it('gets no messages about studies of others', async () => {
    const [researcher, stranger] = [
      await makeResearcher(run.source),
      await makeResearcher(run.source),
    ];
    const hook = await hooks.create(stranger, receiver.url);
    await hooks.retitle(researcher, await study(researcher), 'Secret draft');
    await settled(stranger, hook._id);
    expect(receiver.received).toEqual([]);
  });
});

describe('A message about a participation', () => {
  it('contains tag and state once the roster shows the name, and nothing that identifies the person', async () => {
    const named = await recruit(run, { privacy_level: 'roster_on_start' });
    const hook = await hooks.create(named.researcher, receiver.url, {
      kinds: ['participation.changed'],
    });
    const participant = await makePerson(run.source, { first_name: 'Zacharias' });
    const participation = await levels.takePart(named, participant);
    await settled(named.researcher, hook._id);
    expect(receiver.received).toEqual([]);
    await levels.move(participation, participant, 'start').expect(200);
    const [message] = await got(1);
    const [line] = await levels.roster(named);
    expect(message?.data).toEqual({
      study_id: named.study_id,
      session_id: named.session_id,
      tag: line?.tag,
      state: 'started',
    });
    for (const secret of [participation, participant._id, participant.email, 'Zacharias'])
      expect(message?.body).not.toContain(secret);
  });

  it('reaches a collaborator’s server for sessions whose roster is open to them, until it is closed', async () => {
    const access = collaboratorRequestsOf(run);
    const before = await recruit(run, { privacy_level: 'roster_on_start' });
    const { researcher: owner, study_id } = before;
    const reader = await access.joined(owner, study_id, 'viewer');
    await access.setRoster(owner, study_id, reader);
    const after = await levels.another(before, 'roster_on_start');
    await settled(owner, study_id);
    const hook = await hooks.create(reader, receiver.url, { kinds: ['participation.changed'] });
    for (const r of [before, after])
      await levels.takePart(r, await makePerson(run.source), 'start');
    await got(1);
    await settled(reader, hook._id);
    expect(receiver.received.map(({ data }) => data.session_id)).toEqual([after.session_id]);
    // The server no longer delivers messages that were waiting.
    const { answer } = receiver;
    receiver.answer = (response) => response.writeHead(500).end();
    await levels.takePart(after, await makePerson(run.source), 'start');
    await got(2);
    expect(await access.setRoster(owner, study_id, reader, false)).toBe(200);
    receiver.answer = answer;
    run.clock.advance(60_000);
    await eventually(
      () => hooks.log(reader, hook._id),
      (log) => log.length === 1,
    );
    expect(receiver.received).toHaveLength(2);
  });

  it('exists for the present state only, not for a state that is already over', async () => {
    const named = await recruit(run, { privacy_level: 'roster_on_start' });
    const hook = await hooks.create(named.researcher, receiver.url, {
      kinds: ['participation.changed'],
    });
    await levels.takePart(named, await makePerson(run.source), 'start');
    await got(1);
    // Repeats the enrolment event after the participation has started, as if a worker handled it
    // late.
    await run.source.query(
      `INSERT INTO platform.outbox (id, name, data, at)
       SELECT gen_random_uuid(), name, data, now() FROM platform.outbox
       WHERE name = 'enrolment.participant-enrolled' AND data ->> 'session_id' = $1`,
      [named.session_id],
    );
    await settled(named.researcher, hook._id);
    expect(receiver.received.map(({ data }) => data.state)).toEqual(['started']);
  });

  it('is never sent for an anonymous session', async () => {
    const anonymous = await recruit(run, { privacy_level: 'anonymous', capacity: 10 });
    const hook = await hooks.create(anonymous.researcher, receiver.url);
    await levels.takePart(anonymous, await makePerson(run.source), 'start', 'complete');
    await hooks.retitle(anonymous.researcher, anonymous.study_id, 'Still anonymous');
    await got(1);
    await settled(anonymous.researcher, hook._id);
    expect(kinds()).not.toContain('participation.changed');
    const log = await hooks.log(anonymous.researcher, hook._id);
    expect(log.map(({ kind }) => kind)).not.toContain('participation.changed');
  });

  it('is not sent, even if it waits, after the researcher’s approval was withdrawn', async () => {
    const named = await recruit(run, { privacy_level: 'roster_on_start' });
    const { researcher } = named;
    const hook = await hooks.create(researcher, receiver.url, { kinds: ['participation.changed'] });
    receiver.answer = (response) => response.writeHead(500).end();
    await levels.takePart(named, await makePerson(run.source), 'start');
    await got(1);
    await run.source.query(
      `UPDATE identity.account SET researcher_privilege = false WHERE id = $1`,
      [researcher._id],
    );
    run.clock.advance(60_000);
    await eventually(
      () => hooks.log(researcher, hook._id),
      (log) => log.length === 0,
    );
    expect(receiver.received).toHaveLength(1);
  });
});
