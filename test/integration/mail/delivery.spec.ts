/**
 * @engines both: each further attempt to send a mail is a job in a queue, so it runs with both
 * kinds of queue (Redis and PostgreSQL)
 */
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import { startWorkers, type RunningWorkers } from '../../../workers/start';
import { configFor, startApp, type RunningApp } from '../../support/app/app';
import { cloneDatabase, type TestDatabases } from '../../support/engines/engines';
import { captureLog } from '../../support/app/captured-log';
import { makePeople } from '../../support/people/people';
import { eventually } from '../../support/chance/wait';
import { Inbox } from './inbox';
import { bodyOf } from '../../support/app/body-of';

describe('The delivery of mails from a committed event to the inbox', () => {
  const inbox = new Inbox();
  const logs = captureLog('info', 'workers');
  const workers: RunningWorkers[] = [];
  let engines: TestDatabases;
  let server: RunningApp;
  beforeAll(async () => {
    await inbox.start();
    engines = await cloneDatabase();
    const environment = { SMTP_URL: inbox.url };
    server = await startApp({ engines, environment });
    const config = configFor(engines, environment);
    for (let i = 0; i < 2; i++) workers.push(await startWorkers(config, logs.log, server.clock));
  });
  afterAll(async () => {
    for (const running of workers) await running.close();
    await server.close();
    await inbox.stop();
    await engines.drop();
  });

  const tellOwners = async (people: { _id: string }[]) => {
    await server.app.get(UnitOfWork).run(async (tx) => {
      for (const { _id } of people)
        tx.record('identity.known-address-registered', { account_id: _id });
      return Promise.resolve();
    });
  };
  const settled = async () => {
    const [row]: { open: number }[] = await server.source.query(
      `SELECT count(*)::int AS open FROM platform.outbox o
       WHERE o.name = 'identity.known-address-registered' AND NOT EXISTS (SELECT 1
         FROM platform.processed_event d WHERE d.event_id = o.id AND d.consumer = 'mail')`,
    );
    return row?.open === 0;
  };

  it('sends the verification mail of a registration, with the id of the request', async () => {
    const email = 'grace@people.test';
    const answer = await server
      .http()
      .post('/api/users/')
      .send({
        email,
        password: 'Correct-Horse-9',
        password_confirmation: 'Correct-Horse-9',
        first_name: 'Grace',
        last_name: 'Hopper',
        is_researcher: false,
        language: 'de',
      })
      .expect(201);
    await eventually(() => inbox.to(email).length > 0, Boolean);
    const [letter] = inbox.to(email);
    expect(letter?.subject).toBe('Bestätigen Sie Ihre E-Mail-Adresse');
    expect(letter?.parsed.headers.get('x-request-id')).toBe(answer.headers['x-request-id']);
    const key = /\/verify\?key=([A-Za-z0-9_-]+)/.exec(letter?.text ?? '')?.[1];
    expect(
      (
        await bodyOf<{ status: unknown }>(
          server.http().put('/api/users/profile/').send({ action: 'activate', key }).expect(200),
        )
      ).status,
    ).toBe('ACTIVE');
  });

  it('sends each of sixty mails once with two workers', async () => {
    const people = await makePeople(server.source, 60);
    await tellOwners(people);
    await eventually(settled, Boolean);
    expect(people.map(({ email }) => inbox.to(email).length)).toEqual(people.map(() => 1));
  });

  it('sends each mail once after the SMTP server was away', async () => {
    const people = await makePeople(server.source, 10);
    await inbox.stop();
    await tellOwners(people);
    // The first attempt of each mail has failed.
    await eventually(
      () => new Set(logs.of('reaction failed').map(({ event_id }) => event_id)).size,
      (n) => n === 10,
    );
    expect(await settled()).toBe(false);
    await inbox.start();
    await eventually(settled, Boolean);
    expect(people.map(({ email }) => inbox.to(email).length)).toEqual(people.map(() => 1));
  });

  it('stores no address and no name in the outbox and in the table of mails', async () => {
    const rows: unknown = await server.source.query(
      `SELECT data FROM platform.outbox UNION ALL SELECT to_jsonb(m) FROM platform.mail m`,
    );
    expect(JSON.stringify(rows)).not.toMatch(/@people\.test|Lovelace|Hopper/);
  });
});
