/**
 * @engines one: calls the job itself, without the schedule and its queue, so it runs with only one
 * kind of queue (Redis or PostgreSQL)
 */
import { CommandBus } from '@nestjs/cqrs';
import { Client } from 'pg';
import { authenticationLimits } from '../../../contracts/authentication/limits';
import {
  failedSignInNetworkOf,
  countFailureAfterRollback,
  type SignInAttempt,
} from '../../../server/authentication/failed-sign-ins/failed-sign-ins.store';
import { days, addMilliseconds } from '../../../server/platform/concurrency/clock';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import { Secrets } from '../../../server/platform/security/secrets';
import { PurgeAccount } from '../../../server/processes/purge-account.command';
import { RetentionJob } from '../../../workers/retention.job';
import { capabilities } from '../../../server/contexts';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { makeAdministrator, makePerson, type TestPerson } from '../../support/people/people';
import { accountRequestsOf } from '../accounts/account-requests';
import { failedSignInsOf } from './failed-sign-ins-of';

let run: RunningApp;
let owner: Client;
let administrator: TestPerson;
beforeAll(async () => {
  run = await sharedApp();
  owner = new Client({ connectionString: run.engines.migrationDatabaseUrl });
  await owner.connect();
  administrator = await makeAdministrator(run.source);
});
afterAll(async () => {
  await owner.end();
  await run.close();
});
beforeEach(() =>
  owner.query('TRUNCATE identity.failed_sign_in, platform.audit, platform.audit_seal'),
);

const noon = new Date('2026-03-05T12:20:00.123Z');
const fail = (failed: SignInAttempt, at = noon) =>
  countFailureAfterRollback(run.app.get(UnitOfWork), run.app.get(Secrets), failed, at);
const rows = async () =>
  (
    await owner.query<{ account_id: string | null; hour: Date; count: number }>(
      'SELECT account_id, hour, count FROM identity.failed_sign_in ORDER BY hour, count DESC, id',
    )
  ).rows;
const gone = '0193a9a0-0000-7000-8000-000000000001';

interface Entry {
  sequence: number | null;
  at: string;
  action: string;
  actor: object | null;
  subject: { _id: string } | null;
  details: { count?: number; network?: string };
}
const log = async (query: string) =>
  (await run.http().get(`/api/audit/${query}`).set(administrator.headers).expect(200)).body as {
    items: Entry[];
    next_cursor: string | null;
  };

describe('A failed sign-in', () => {
  it('is counted by account, network and hour, without a record in the audit log', async () => {
    const member = await accountRequestsOf(run).member();
    await owner.query('TRUNCATE platform.audit');
    for (let i = 0; i < 3; i++)
      await accountRequestsOf(run).signIn(member.email, 'Wrong-Pass-1').expect(401);
    await accountRequestsOf(run).signIn('nobody-at-all@uni.test').expect(401);
    expect(await failedSignInsOf(run.source, member._id)).toBe(3);
    expect(await failedSignInsOf(run.source, null)).toBe(1);
    expect((await owner.query('SELECT 1 FROM platform.audit')).rows).toEqual([]);
  });

  it('adds to a single row, without losing one, when many arrive at the same time', async () => {
    const { _id } = await makePerson(run.source);
    const failed = { accountId: _id, ip: '192.0.2.7' };
    const unknown = { accountId: null, ip: '192.0.2.7' };
    await Promise.all(Array.from({ length: 40 }, (_, i) => fail(i % 2 === 0 ? failed : unknown)));
    expect((await rows()).map(({ account_id, count }) => [account_id, count]).sort()).toEqual(
      [
        [_id, 20],
        [null, 20],
      ].sort(),
    );
  });

  it('starts a new row only for a different hour, network or account', async () => {
    const [one, other] = [await makePerson(run.source), await makePerson(run.source)];
    const ip = '192.0.2.7';
    await fail({ accountId: one._id, ip });
    await fail({ accountId: one._id, ip }, new Date('2026-03-05T12:59:59.999Z'));
    expect(await rows()).toEqual([
      { account_id: one._id, hour: new Date('2026-03-05T12:00:00Z'), count: 2 },
    ]);
    await fail({ accountId: one._id, ip }, new Date('2026-03-05T13:00:00Z'));
    await fail({ accountId: one._id, ip: '198.51.100.7' });
    await fail({ accountId: other._id, ip });
    await fail({ accountId: null, ip });
    expect(await rows()).toHaveLength(5);
  });

  it.each([
    ['192.0.2.7', '192.0.2.0/24'],
    ['::ffff:192.0.2.200', '192.0.2.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ])('from %s is counted for the network %s', (ip, network) =>
    expect(failedSignInNetworkOf(ip)).toBe(network),
  );

  it('stores no readable network address', async () => {
    await fail({ accountId: null, ip: '192.0.2.7' });
    const { rows: stored } = await owner.query<{ text: string }>(
      `SELECT f::text || encode(network, 'escape') AS text FROM identity.failed_sign_in f`,
    );
    expect(stored[0]?.text).not.toMatch(/192\.0\.2/);
  });

  it('of an account that was erased meanwhile is counted without an account', async () => {
    await fail({ accountId: gone, ip: '192.0.2.7' });
    expect(await failedSignInsOf(run.source, null)).toBe(1);
  });
});

describe('The counts of failed sign-ins', () => {
  it('are erased with the account', async () => {
    const { _id } = await makePerson(run.source);
    await fail({ accountId: _id, ip: '192.0.2.7' });
    await fail({ accountId: null, ip: '192.0.2.7' });
    await run.source.query(
      `UPDATE identity.account SET deletion_at = now() - interval '1 hour' WHERE id = $1`,
      [_id],
    );
    await run.app.get(CommandBus).execute(new PurgeAccount(_id));
    expect((await rows()).map(({ account_id }) => account_id)).toEqual([null]);
  });

  it(`are kept for ${authenticationLimits.failedSignInDays} days`, async () => {
    const now = run.clock.now();
    const ip = '192.0.2.7';
    await fail(
      { accountId: null, ip },
      addMilliseconds(now, -days(authenticationLimits.failedSignInDays - 1)),
    );
    await fail(
      { accountId: null, ip },
      addMilliseconds(now, -days(authenticationLimits.failedSignInDays + 1)),
    );
    await new RetentionJob(run.app.get(UnitOfWork), run.clock, capabilities).run();
    expect(await rows()).toHaveLength(1);
  });
});

describe('Administrators who read the audit log', () => {
  it('read the counts among the audit records, each at the beginning of its hour', async () => {
    const { _id } = await makePerson(run.source, { first_name: 'Grace', last_name: 'Hopper' });
    for (let i = 0; i < 2; i++) await fail({ accountId: _id, ip: '192.0.2.7' });
    await fail({ accountId: null, ip: '198.51.100.7' }, addMilliseconds(noon, -days(1)));
    for (const at of [addMilliseconds(noon, -60_000), addMilliseconds(noon, -days(2))])
      await run.app
        .get(UnitOfWork)
        .run((tx) => tx.audit('signed-in', { actor: _id, subject: _id }, at));
    const { items } = await log('?to=2026-03-06T00:00:00.000Z');
    expect(items.map(({ action, at, details }) => [action, at, details.count])).toEqual([
      ['signed-in', '2026-03-05T12:19:00.000Z', undefined],
      ['sign-in-failed', '2026-03-05T12:00:00.000Z', 2],
      ['sign-in-failed', '2026-03-04T12:00:00.000Z', 1],
      ['signed-in', '2026-03-03T12:20:00.000Z', undefined],
    ]);
    expect(items[1]).toMatchObject({
      sequence: null,
      actor: null,
      subject: { _id, first_name: 'Grace', last_name: 'Hopper' },
      request_id: null,
    });
    expect(items[2]?.subject).toBeNull();
    expect(items[1]?.details.network).not.toBe(items[2]?.details.network);
  });

  it('page through counts and records without gaps or repetitions', async () => {
    const { _id } = await makePerson(run.source);
    for (let i = 0; i < 12; i++) {
      const at = addMilliseconds(noon, -i * 40 * 60_000);
      await fail({ accountId: _id, ip: `198.51.${i % 3}.7` }, at);
      await run.app
        .get(UnitOfWork)
        .run((tx) => tx.audit('signed-in', { actor: _id, subject: _id }, at));
    }
    const all = (await log(`?person=${_id}&limit=100`)).items;
    expect(all).toHaveLength(24);
    const paged: Entry[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = await log(`?person=${_id}&limit=5${cursor && `&cursor=${cursor}`}`);
      paged.push(...page.items);
      cursor = page.next_cursor;
    }
    expect(paged).toEqual(all);
  });

  it('find the counts by action, person and time, together with older audit records of failed sign-ins', async () => {
    const { _id } = await makePerson(run.source);
    await fail({ accountId: _id, ip: '192.0.2.7' });
    await owner.query(
      `INSERT INTO platform.audit (id, at, action, subject_id, details)
       VALUES (gen_random_uuid(), '2026-01-01T00:00:00Z', 'sign-in-failed', $1, '{"method": "password"}')`,
      [_id],
    );
    const actions = async (query: string) => (await log(query)).items.map((i) => i.details);
    expect(await actions(`?action=sign-in-failed&person=${_id}`)).toEqual([
      { count: 1, network: expect.any(String) },
      { method: 'password' },
    ]);
    expect(await actions(`?action=signed-in&person=${_id}`)).toEqual([]);
    expect(await actions(`?person=${gone}`)).toEqual([]);
    expect(await actions(`?person=${_id}&from=2026-03-05T13:00:00.000Z`)).toEqual([]);
  });
});
