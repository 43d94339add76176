/**
 * @engines one: uses tables and transactions, but no queue, so it runs with only one kind of queue
 * (Redis or PostgreSQL)
 */
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { checkGenuineness } from '../../../../contracts/payments/receipts/receipt-text.rule';
import type { Receipt } from '../../../../contracts/payments/receipts/receipts';
import { days, minutes } from '../../../../server/platform/concurrency/clock';
import { isSignedBy } from '../../../../server/platform/security/ed25519';
import { startApp, TestClock, type SeparateApp } from '../../../support/app/app';
import { makeAdministrator, makeResearcher, type TestPerson } from '../../../support/people/people';
import {
  withChangedAmount,
  receiptRequestsOf,
  receiptBodyIn,
  checkReceiptOffline,
} from './receipts-rig';

let run: SeparateApp;
let owner: Client;
let receipts: ReturnType<typeof receiptRequestsOf>;
let administrator: TestPerson;
let researcher: TestPerson;
const clock = new TestClock();
beforeAll(async () => {
  run = await startApp({ clock, environment: { RATE_LIMITS: 'on' } });
  receipts = receiptRequestsOf(run);
  administrator = await makeAdministrator(run.source);
  owner = new Client({ connectionString: run.engines.migrationDatabaseUrl });
  await owner.connect();
});
beforeEach(async () => {
  researcher = await makeResearcher(run.source);
  await signInLonger();
});
afterAll(async () => {
  await owner.end();
  await run.close();
});

const deposit = () => receipts.confirmed(researcher, administrator);
const deposits = async (count: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) ids.push(await deposit());
  return ids;
};
/** Reads the receipt numbers of all deposits in a year, in their order. */
const numbersOf = async (year: number): Promise<number[]> =>
  (
    await owner.query<{ number: number }>(
      `SELECT number FROM identity.receipt WHERE type = 'deposit' AND year = $1 ORDER BY number`,
      [year],
    )
  ).rows.map(({ number }) => number);
const upTo = (last: number) => Array.from({ length: last }, (_, n) => n + 1);
const present = () => clock.now().getUTCFullYear();
/** Moves the clock into the next year (UTC), so that receipts are numbered from 1. */
const newYear = async (beforeMs = 0) => {
  const start = Date.UTC(present() + 1, 0);
  clock.advance(start - beforeMs - clock.now().getTime());
  await signInLonger();
};
/** Extends the sign-ins of the test's people, which would otherwise expire after a year. */
const signInLonger = () =>
  owner.query(`UPDATE identity.token SET expires_at = expires_at + interval '10 years'`);
const signed = (key: string, text: string, signature: string) =>
  isSignedBy(Buffer.from(key, 'base64url'), text, Buffer.from(signature, 'base64url'));

describe('The numbers of receipts', () => {
  it('have no gap when twenty are issued at the same time, and transactions fail at their commit', async () => {
    await newYear();
    const ids = await deposits(20);
    const unlucky = ids.filter((_, n) => n % 3 === 1);
    await owner.query(`
      CREATE TABLE platform.unlucky (id uuid);
      GRANT SELECT ON platform.unlucky TO commonlab_app;
      CREATE FUNCTION platform.fail_unlucky() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF EXISTS (SELECT FROM platform.unlucky u WHERE u.id = NEW.thing_id) THEN RAISE 'unlucky'; END IF;
        RETURN NULL;
      END $$;
      CREATE CONSTRAINT TRIGGER unlucky AFTER INSERT ON identity.receipt DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION platform.fail_unlucky()`);
    await owner.query(`INSERT INTO platform.unlucky SELECT * FROM unnest($1::uuid[])`, [unlucky]);
    const ask = async () =>
      (await Promise.all(ids.map((id) => receipts.ask('deposit', id, researcher)))).map(
        ({ status }) => status,
      );
    const first = await ask();
    expect(first.filter((status) => status === 500)).toHaveLength(unlucky.length);
    expect(await numbersOf(present())).toEqual(upTo(20 - unlucky.length));
    await owner.query('DELETE FROM platform.unlucky');
    expect(new Set(await ask())).toEqual(new Set([200]));
    expect(await numbersOf(present())).toEqual(upTo(20));
    await owner.query(
      'DROP TRIGGER unlucky ON identity.receipt; DROP FUNCTION platform.fail_unlucky; DROP TABLE platform.unlucky',
    );
  });

  it('begin again in each year (UTC)', async () => {
    await newYear(minutes(1));
    const old = present();
    const [last, first] = await deposits(2);
    if (!last || !first) throw new Error('two');
    expect((await receipts.body('deposit', last, researcher)).number).toMatch(
      new RegExp(`^D-${old}-`),
    );
    clock.advance(minutes(1));
    expect((await receipts.body('deposit', first, researcher)).number).toBe(`D-${old + 1}-00001`);
  });

  it('give a deposit one number and the same bytes for twenty simultaneous requests, and later', async () => {
    await newYear();
    const id = await deposit();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => receipts.receipt('deposit', id, researcher)),
    );
    expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(await numbersOf(present())).toEqual([1]);
    clock.advance(days(1));
    expect(await receipts.receipt('deposit', id, researcher)).toEqual(answers[0]);
  });
});

describe('A signed receipt', () => {
  let receipt: Receipt;
  beforeEach(async () => {
    receipt = await receipts.receipt('deposit', await deposit(), researcher);
  });

  it('is verified by the API, offline and by the rule of the browser', async () => {
    const keys = await receipts.keys();
    expect(await receipts.verdict(receipt.file)).toEqual({
      valid: true,
      reason: null,
      voided_by: null,
    });
    expect((await checkReceiptOffline(receipt.file, keys)).code).toBe(0);
    expect(await checkGenuineness(receipt.file, keys, signed)).toBe('genuine');
  });

  it('is reported as changed by the API, offline and by the rule of the browser', async () => {
    const keys = await receipts.keys();
    const other = withChangedAmount(receipt.file);
    expect(receiptBodyIn(other)).toMatchObject({ amount: 9_000 });
    expect(await receipts.verdict(other)).toEqual({
      valid: false,
      reason: 'changed',
      voided_by: null,
    });
    expect(await checkReceiptOffline(other, keys)).toMatchObject({
      code: 1,
      text: expect.stringContaining('CHANGED') as string,
    });
    expect(await checkGenuineness(other, keys, signed)).toBe('changed');
  });

  it('of another installation is unknown, and without keys nothing is checked', async () => {
    const keys = await receipts.keys();
    const file = { ...receipt.file, key_version: 7 };
    expect((await receipts.verdict(file)).reason).toBe('unknown');
    expect((await checkReceiptOffline(file, keys)).text).toContain('UNKNOWN');
    const elsewhere = { ...keys, installation: 'https://elsewhere.test' };
    expect(await checkGenuineness(receipt.file, elsewhere, signed)).toBe('unknown');
    expect((await checkReceiptOffline(receipt.file)).code).toBe(2);
  });

  it('that is signed but not stored is unknown', async () => {
    await owner.query(`DELETE FROM identity.receipt WHERE body = $1`, [receipt.file.receipt]);
    expect((await receipts.verdict(receipt.file)).reason).toBe('unknown');
  });

  it('can be verified by anybody, 120 times an hour', async () => {
    await owner.query('DELETE FROM platform.rate_limit_counter');
    const answers: number[] = [];
    for (let n = 0; n < 121; n++)
      answers.push(
        (await run.http().post('/api/receipts/verification/').send(receipt.file)).status,
      );
    expect(new Set(answers.slice(0, 120))).toEqual(new Set([200]));
    expect(answers[120]).toBe(429);
    await owner.query('DELETE FROM platform.rate_limit_counter');
  });

  it('stays valid under its version of the key, and the next one names the new version', async () => {
    const after = await startApp({
      clock,
      engines: run.engines,
      environment: {
        SECRET_KEY: 'second-secret-second-secret-second-secret',
        SECRET_KEYS_OLD: 'v1:test-secret-test-secret-test-secret-test',
      },
    });
    try {
      const later = receiptRequestsOf(after);
      const keys = await later.keys();
      expect(keys.keys.map(({ version }) => version)).toEqual([2, 1]);
      expect(keys.keys[1]).toEqual((await receipts.keys()).keys[0]);
      expect((await later.verdict(receipt.file)).valid).toBe(true);
      expect((await checkReceiptOffline(receipt.file, keys)).code).toBe(0);
      const next = await later.receipt('deposit', await deposit(), researcher);
      expect([next.file.key_version, receiptBodyIn(next.file).key_version]).toEqual([2, 2]);
      expect((await later.verdict(next.file)).valid).toBe(true);
      expect((await later.verdict({ ...next.file, key_version: 1 })).reason).toBe('changed');
    } finally {
      await after.close();
    }
  });
});

describe('A receipt is not found', () => {
  it('by other people, before the transfer arrived, by another type or by the number of something else', async () => {
    const id = await deposit();
    const { number } = await receipts.body('deposit', id, researcher);
    const other = await makeResearcher(run.source);
    await signInLonger();
    for (const who of [other, administrator])
      for (const asked of [undefined, number])
        await receipts.ask('deposit', id, who, asked).expect(404);
    await receipts.ask('refund', id, researcher).expect(404);
    await receipts.ask('deposit', randomUUID(), researcher).expect(404);
    await receipts.ask('deposit', await deposit(), researcher, number).expect(404);
    await receipts.ask('deposit', id, researcher, number).expect(200);
  });
});
