/**
 * @engines one: calls the job itself, without the schedule and its queue, so it runs with only one
 * kind of queue (Redis or PostgreSQL)
 */
import { days, minutes } from '../../../server/platform/concurrency/clock';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import { capabilities } from '../../../server/contexts';
import { RetentionJob } from '../../../workers/retention.job';
import { startApp, TestClock, type RunningApp } from '../../support/app/app';
import { recruit } from '../../support/people/recruiting';
import { countRows, accountRequestsOf } from '../accounts/account-requests';

let running: RunningApp;
let people: ReturnType<typeof accountRequestsOf>;
let tidy: RetentionJob;
beforeAll(async () => {
  // This file has its own application: the tests move its clock, and the job deletes whatever has
  // expired.
  running = await startApp({ clock: new TestClock() });
  people = accountRequestsOf(running);
  tidy = new RetentionJob(running.app.get(UnitOfWork), running.clock, capabilities);
});
afterAll(() => running.close());

const has = (sql: string, ...parameters: unknown[]) => countRows(running.source, sql, parameters);

describe('The job that deletes outdated rows', () => {
  it('deletes unfinished set-ups of a second factor', async () => {
    const member = await people.member();
    const begun = async (seconds: number, n: number) => {
      await running.source.query(
        `INSERT INTO identity.second_factor_challenge (id, token_hash, account_id, method, remembered, expires_at)
         VALUES (gen_random_uuid(), $1, $2, 'password', false, now() + $3 * interval '1 second')`,
        [Buffer.from([n]), member._id, seconds],
      );
    };
    await begun(-1, 1);
    await begun(100, 2);
    await running.source.query(
      `INSERT INTO identity.passkey_registration (account_id, challenge, expires_at)
       VALUES ($1, 'x', now() - interval '1 second')`,
      [member._id],
    );
    await running.source.query(
      `INSERT INTO identity.totp (account_id, secret, created_at) VALUES ($1, '\\x01', now() - interval '8 days')`,
      [member._id],
    );
    await tidy.run();
    expect(await has('identity.second_factor_challenge WHERE account_id = $1', member._id)).toBe(1);
    expect(await has('identity.passkey_registration WHERE account_id = $1', member._id)).toBe(0);
    expect(await has('identity.totp WHERE account_id = $1', member._id)).toBe(0);
  });

  it('deletes the tries at consent questions ninety days after the last one', async () => {
    const { consent } = await recruit(running);
    const tried = (day: string) =>
      running.source.query(
        `INSERT INTO research.comprehension (id, consent_id, pseudonym, tries, passed, kept_until)
         VALUES (gen_random_uuid(), $1, $2, 1, false, $3)`,
        [consent._id, Buffer.from(day), day],
      );
    const day = (from: number) => new Date(running.clock.now().getTime() + days(from));
    const text = (one: Date) => one.toISOString().slice(0, 10);
    for (const kept of [-1, 1]) await tried(text(day(kept)));
    await tidy.run();
    expect(await has('research.comprehension WHERE consent_id = $1', consent._id)).toBe(1);
  });

  it('deletes the record of an email about a participation an hour after it was sent', async () => {
    await running.source.query(
      `INSERT INTO platform.mail (key, template, state, claimed_at)
       VALUES ('about-one', 'x', 'sent', $1), ('under-way', 'x', 'claimed', $1)`,
      [running.clock.now()],
    );
    running.clock.advance(minutes(59));
    await tidy.run();
    expect(await has(`platform.mail WHERE key = 'about-one'`)).toBe(1);
    running.clock.advance(minutes(1));
    await tidy.run();
    expect(await has(`platform.mail WHERE key = 'about-one'`)).toBe(0);
    expect(await has(`platform.mail WHERE key = 'under-way'`)).toBe(1);
    await running.source.query(`DELETE FROM platform.mail WHERE key = 'under-way'`);
  });

  it('deletes unverified accounts, expired sign-ins, codes, counters and email records, and nothing else', async () => {
    const old = await people.register();
    await people.signIn(old.email).expect(200);
    const member = await people.member();
    await running.http().post('/api/users/password/').send({ email: member.email }).expect(202);
    await running.source.query(
      `INSERT INTO platform.rate_limit_counter (key, count, window_ends_at) VALUES ('\\x01', 1, $1)`,
      [running.clock.now()],
    );
    const now = running.clock.now();
    await running.source.query(
      `INSERT INTO platform.mail (key, template, account_id, message_id, state, claimed_at)
       VALUES ('sent', 'x', $2, 'm', 'sent', $1), ('claimed', 'x', $2, 'm', 'claimed', $1)`,
      [now, member._id],
    );

    await tidy.run();
    expect(await has('identity.account WHERE id = ANY($1)', [old._id, member._id])).toBe(2);
    expect(await has('identity.token WHERE account_id = ANY($1)', [old._id, member._id])).toBe(2);
    expect(await has('platform.mail')).toBe(2);

    running.clock.advance(days(8));
    const recent = await people.register();
    expect(await tidy.run()).toBeGreaterThan(0);
    expect(await has('identity.account WHERE id = $1', old._id)).toBe(0);
    expect(await has('identity.account WHERE id = ANY($1)', [member._id, recent._id])).toBe(2);
    expect(await has('identity.token WHERE account_id = $1', member._id)).toBe(0);
    expect(await has('identity.password_reset WHERE account_id = $1', member._id)).toBe(0);
    expect(await has('identity.verification WHERE account_id = $1', recent._id)).toBe(1);
    expect(await has(`platform.rate_limit_counter WHERE key = '\\x01'`)).toBe(0);
    running.clock.advance(days(31));
    await tidy.run();
    expect(await has(`platform.mail WHERE key = 'sent'`)).toBe(0);
    expect(await has('platform.mail')).toBe(1);
  });
});
