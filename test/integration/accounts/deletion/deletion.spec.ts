import { CommandBus } from '@nestjs/cqrs';
import { days } from '../../../../server/platform/concurrency/clock';
import { sha256 } from '../../../../server/platform/security/secrets';
import { UnitOfWork } from '../../../../server/platform/db/unit-of-work';
import { DeletionReminderJob } from '../../../../server/accounts/deletion-reminder.job';
import { PurgeAccountsJob } from '../../../../server/processes/purge.job';
import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { makeResearcher } from '../../../support/people/people';
import { bearer, countRows, freshEmail, accountRequestsOf } from '../account-requests';
import { bodyOf } from '../../../support/app/body-of';

let running: RunningApp;
let people: ReturnType<typeof accountRequestsOf>;
let purge: PurgeAccountsJob;
let remind: DeletionReminderJob;
beforeAll(async () => {
  // The tests move the clock, and erase every account that is due.
  running = await sharedApp();
  people = accountRequestsOf(running);
  purge = new PurgeAccountsJob(running.source, running.app.get(CommandBus), running.clock);
  remind = new DeletionReminderJob(running.app.get(UnitOfWork), running.clock);
});
afterAll(() => running.close());

const erase = (token: string) => running.http().delete('/api/users/profile/').set(bearer(token));
const exists = (id: string) => countRows(running.source, 'identity.account WHERE id = $1', [id]);
const makeDue = (id: string, at: Date) =>
  running.source.query(`UPDATE identity.account SET deletion_at = $2 WHERE id = $1`, [id, at]);

describe('Requesting the deletion of one’s own account', () => {
  it('marks it for deletion in 30 days; a second request keeps the first date', async () => {
    const member = await people.member();
    const body = await bodyOf(erase(member.token).expect(202));
    const first = (body as { deletion_at: string }).deletion_at;
    expect((new Date(first).getTime() - running.clock.now().getTime()) / 86_400_000).toBeCloseTo(
      30,
      2,
    );
    running.clock.advance(60_000);
    expect((await erase(member.token).expect(202)).body).toEqual({ deletion_at: first });
    expect(
      (await running.http().get('/api/users/profile/').set(bearer(member.token)).expect(200)).body,
    ).toMatchObject({ deletion_at: first });
    expect(await people.events('identity.deletion-requested', member._id)).toHaveLength(1);
  });

  it('[7.4.2] ends all other sign-ins, also unfinished ones; the sign-in that requested it stays and reads the date', async () => {
    const member = await people.member();
    const others = await Promise.all(
      [1, 2].map(
        async () => (await people.signIn(member.email).expect(200)).body as { token: string },
      ),
    );
    await running.source.query(
      `INSERT INTO identity.second_factor_challenge (id, token_hash, account_id, method, remembered, expires_at)
       VALUES (gen_random_uuid(), $2, $1, 'password', false, now() + interval '5 minutes')`,
      [member._id, sha256(member._id)],
    );
    const body = await bodyOf(erase(member.token).expect(202));
    for (const { token } of others)
      await running.http().get('/api/users/profile/').set(bearer(token)).expect(401);
    expect(
      (await running.http().get('/api/users/profile/').set(bearer(member.token)).expect(200)).body,
    ).toMatchObject(body as object);
    const told = await people.events('identity.signed-out', member._id);
    expect(told.map(({ data }) => typeof data.token_id)).toEqual(['string', 'string']);
    expect(
      await countRows(running.source, 'identity.second_factor_challenge WHERE account_id = $1', [
        member._id,
      ]),
    ).toBe(0);
    expect(
      await countRows(running.source, 'identity.token WHERE account_id = $1', [member._id]),
    ).toBe(1);
  });

  it('is cancelled by the next sign-in', async () => {
    const member = await people.member();
    await erase(member.token).expect(202);
    expect((await people.signIn(member.email).expect(200)).body).toMatchObject({
      _id: member._id,
      deletion_at: null,
      deletion_cancelled: true,
    });
    expect(await people.events('identity.deletion-cancelled', member._id)).toHaveLength(1);
    expect((await people.signIn(member.email).expect(200)).body).not.toHaveProperty(
      'deletion_cancelled',
    );
    expect(await people.events('identity.deletion-cancelled', member._id)).toHaveLength(1);
  });

  it('is not cancelled by a wrong password', async () => {
    const member = await people.member();
    await erase(member.token).expect(202);
    await people.signIn(member.email, 'Wrong-Pass-1').expect(401);
    expect(
      await countRows(
        running.source,
        'identity.account WHERE id = $1 AND deletion_at IS NOT NULL',
        [member._id],
      ),
    ).toBe(1);
  });

  it('is refused to a researcher and to a visitor', async () => {
    const researcher = await makeResearcher(running.source);
    expect((await erase(researcher.token).expect(403)).body).toMatchObject({
      code: 'researcher_deletion',
    });
    await running.http().delete('/api/users/profile/').expect(401);
  });
});

describe('The reminder of a deletion', () => {
  it('is sent once, seven days before, and again after a cancelled deletion was requested again', async () => {
    const member = await people.member();
    await erase(member.token).expect(202);
    await remind.run();
    expect(await people.events('identity.deletion-reminder-due', member._id)).toHaveLength(0);
    running.clock.advance(days(23.1));
    await Promise.all([remind.run(), remind.run()]);
    await remind.run();
    expect(await people.events('identity.deletion-reminder-due', member._id)).toHaveLength(1);
    const { token } = (await people.signIn(member.email).expect(200)).body as { token: string };
    await erase(token).expect(202);
    running.clock.advance(days(23.1));
    await remind.run();
    expect(await people.events('identity.deletion-reminder-due', member._id)).toHaveLength(2);
  });
});

describe('The erasure of an account', () => {
  it('removes the person from every table 30 days later, and not before', async () => {
    const email = freshEmail();
    const user = await people.register(email, {
      first_name: 'Uniquefirst',
      last_name: 'Uniquelast',
    });
    await people.activate(await people.keyOf(user._id)).expect(200);
    const { token } = (await people.signIn(email).expect(200)).body as { token: string };
    await running
      .http()
      .put('/api/demographics/')
      .set(bearer(token))
      .send({ education_level: 'master' })
      .expect(200);
    await running.http().post('/api/users/password/').send({ email }).expect(202);
    await running.source.query(
      `INSERT INTO platform.mail (key, template, account_id, message_id, state) VALUES ('k', 't', $1, 'm', 'sent')`,
      [user._id],
    );
    const participationId = '5f9f1c1e-3f43-4c8e-9c0e-0d8a5e4f2a11';
    await running.source.query(
      `INSERT INTO identity.participation_link (participation_id, account_id) VALUES ($1, $2)`,
      [participationId, user._id],
    );
    await erase(token).expect(202);
    await purge.run();
    expect(await exists(user._id)).toBe(1);
    running.clock.advance(days(30) + 1000);
    await purge.run();
    expect(await exists(user._id)).toBe(0);
    expect(await people.events('identity.account-purged', user._id)).toHaveLength(1);
    expect(await textInAnyTable([email, 'Uniquefirst', 'Uniquelast', participationId])).toEqual([]);
    await people.signIn(email).expect(401);
    await people.register(email);
  });

  it('happens once when the job runs three times in parallel', async () => {
    const member = await people.member();
    await makeDue(member._id, running.clock.now());
    await Promise.all([purge.run(), purge.run(), purge.run()]);
    expect(await exists(member._id)).toBe(0);
    expect(await people.events('identity.account-purged', member._id)).toHaveLength(1);
  });

  it('at the moment of a sign-in leaves either the account with its token, or neither', async () => {
    const outcomes = { restored: 0, purged: 0 };
    for (let round = 0; round < 40; round++) {
      const member = await people.member();
      await makeDue(member._id, running.clock.now());
      const signIn = people.signIn(member.email).then((a) => a);
      // The rounds come in groups of four. In the first round of a group, the erasure begins
      // immediately. In the second round, it begins after the sign-in. In the other two rounds, the
      // erasure and the sign-in overlap.
      const purgeTurn =
        round % 4 === 0
          ? Promise.resolve()
          : round % 4 === 1
            ? signIn
            : new Promise((resolve) => setTimeout(resolve, 8 + round));
      const [answer] = await Promise.all([signIn, purgeTurn.then(() => purge.run())]);
      const alive = await exists(member._id);
      const token = (answer.body as { token?: string }).token ?? 'none';
      const profile = await running.http().get('/api/users/profile/').set(bearer(token));
      if (answer.status === 200) {
        outcomes.restored++;
        expect([
          alive,
          profile.status,
          await people.events('identity.account-purged', member._id),
        ]).toEqual([1, 200, []]);
        expect(await people.events('identity.deletion-cancelled', member._id)).toHaveLength(1);
      } else {
        outcomes.purged++;
        expect([answer.status, alive, profile.status]).toEqual([401, 0, 401]);
      }
    }
    expect(outcomes.restored + outcomes.purged).toBe(40);
    expect(outcomes.purged).toBeGreaterThan(0);
    expect(outcomes.restored).toBeGreaterThan(0);
    // Time limit: forty rounds with two password hashes each.
  }, 60_000);
});

/**
 * Reads all tables of our schemas, as the database user who owns them.
 * @returns the tables that contain one of the texts
 */
async function textInAnyTable(texts: string[]): Promise<string[]> {
  const { Client } = await import('pg');
  const owner = new Client({ connectionString: running.engines.migrationDatabaseUrl });
  await owner.connect();
  try {
    const tables = await owner.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname NOT IN ('information_schema', 'public') AND schemaname NOT LIKE 'pg\\_%'`,
    );
    const found: string[] = [];
    for (const { name } of tables.rows) {
      for (const text of texts) {
        const { rowCount } = await owner.query(
          `SELECT 1 FROM ${name} t WHERE strpos(t::text, $1) > 0 LIMIT 1`,
          [text],
        );
        if (rowCount) found.push(`${name}: ${text}`);
      }
    }
    return found;
  } finally {
    await owner.end();
  }
}
