/**
 * @engines one: calls the job itself, without the schedule and its queue, so it runs with only one
 * kind of queue (Redis or PostgreSQL)
 */
import { CommandBus } from '@nestjs/cqrs';
import { authenticationLimits } from '../../../../contracts/authentication/limits';
import { capabilities } from '../../../../server/contexts';
import { days } from '../../../../server/platform/concurrency/clock';
import { UnitOfWork } from '../../../../server/platform/db/unit-of-work';
import { PurgeAccount } from '../../../../server/processes/purge-account.command';
import { RetentionJob } from '../../../../workers/retention.job';
import { startApp, type RunningApp } from '../../../support/app/app';
import { basicAuthHeader, countRows, freshEmail } from '../../accounts/account-requests';
import { signInRequestsByNetwork, trustedProxyEnvironment } from './sign-ins-from-places';

let running: RunningApp;
let places: ReturnType<typeof signInRequestsByNetwork>;
beforeAll(async () => {
  // The tests need their own application: they set its clock, its limits and the client addresses.
  running = await startApp({ environment: trustedProxyEnvironment });
  places = signInRequestsByNetwork(running);
});
beforeEach(() => running.source.query('DELETE FROM platform.rate_limit_counter'));
afterAll(() => running.close());

const home = '192.0.2.10';
const stranger = '198.51.100.7';
interface Row {
  kind: string;
  hash: Buffer;
  last_day: string;
  text: string;
}
const rowsOf = (accountId: string): Promise<Row[]> =>
  running.source.query(
    `SELECT kind, hash, to_char(last_day, 'YYYY-MM-DD') AS last_day, k::text || encode(hash, 'escape') AS text
     FROM identity.known_place k WHERE account_id = $1 ORDER BY kind`,
    [accountId],
  );

describe('A known place (browser or network) of an account', () => {
  it('is stored with its last day, as a hash that differs between accounts', async () => {
    const [one, two] = [await places.owner(home), await places.owner(home)];
    await running.source.query(`DELETE FROM identity.known_place WHERE account_id = $1`, [two._id]);
    await places.signIn(two.email, { ip: home, cookie: one.cookie }).expect(200);
    const rows = [...(await rowsOf(one._id)), ...(await rowsOf(two._id))];
    expect(rows.map(({ kind }) => kind)).toEqual(['browser', 'network', 'browser', 'network']);
    expect(new Set(rows.map(({ hash }) => hash.toString('hex'))).size).toBe(4);
    const today = running.clock.now().toISOString().slice(0, 10);
    expect(rows.map(({ last_day }) => last_day)).toEqual([today, today, today, today]);
    const id = one.cookie.split('=')[1]?.split('.')[0] ?? 'none';
    for (const { text } of rows)
      for (const secret of [home, id]) expect(text).not.toContain(secret);
  });

  it(`is deleted ${authenticationLimits.knownPlaceDays} days after the last sign-in from there`, async () => {
    const owner = await places.owner(home);
    const tidy = () =>
      new RetentionJob(running.app.get(UnitOfWork), running.clock, capabilities).run();
    running.clock.advance(days(authenticationLimits.knownPlaceDays - 1));
    await tidy();
    expect(await rowsOf(owner._id)).toHaveLength(2);
    running.clock.advance(days(2));
    await places.failFromEverywhere(100, owner.email);
    await places.signIn(owner.email, { ip: home, cookie: owner.cookie }).expect(429);
    await tidy();
    expect(await rowsOf(owner._id)).toEqual([]);
  });

  it('is deleted by a password reset, except the place where the new password was set', async () => {
    const owner = await places.owner(home);
    const next = 'Another-Horse-2';
    await places.reset(owner, { ip: '192.0.2.20' }, next);
    await places.failFromEverywhere(100, owner.email);
    await places.signIn(owner.email, { ip: home, cookie: owner.cookie }, next).expect(429);
    await places.signIn(owner.email, { ip: '192.0.2.20' }, next).expect(200);
  });

  it('is erased with the account', async () => {
    const owner = await places.owner(home);
    await running.source.query(
      `UPDATE identity.account SET deletion_at = now() - interval '1 hour' WHERE id = $1`,
      [owner._id],
    );
    await running.app.get(CommandBus).execute(new PurgeAccount(owner._id));
    expect(await rowsOf(owner._id)).toEqual([]);
  });

  it(`is deleted when ${authenticationLimits.knownPlaces} newer places of the same kind exist`, async () => {
    const owner = await places.owner(home);
    running.clock.advance(days(1));
    for (let i = 0; i < authenticationLimits.knownPlaces; i++)
      await places.signIn(owner.email, { ip: `203.0.113.${i}` }).expect(200);
    expect(await rowsOf(owner._id)).toHaveLength(2 * authenticationLimits.knownPlaces);
    await places.failFromEverywhere(100, owner.email);
    await places.signIn(owner.email, { ip: home }).expect(429);
    await places.signIn(owner.email, { ip: '203.0.113.19' }).expect(200);
  });

  it('is not recorded while the account’s address is unverified, because another person may own the address', async () => {
    const email = freshEmail();
    const { _id } = await places.people.register(email);
    const answer = await running
      .http()
      .get('/api/users/profile/')
      .set({ ...basicAuthHeader(email), ...places.headersOf({ ip: stranger }) })
      .expect(200);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(await rowsOf(_id)).toEqual([]);
  });

  it('is stored once when the owner signs in five times at the same moment', async () => {
    const owner = await places.owner(home);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        places.signIn(owner.email, { ip: home, cookie: owner.cookie }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(
      await countRows(running.source, 'identity.known_place WHERE account_id = $1', [owner._id]),
    ).toBe(2);
  });

  it('is not recorded after a wrong password: no cookie is set', async () => {
    const owner = await places.owner(home);
    const answer = await places.wrong(owner.email, { ip: stranger }).expect(401);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });
});
