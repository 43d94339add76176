/**
 * @engines one: compares rows of one database, and uses no queue, so it runs with only one kind of
 * queue (Redis or PostgreSQL)
 */
import type { INestApplicationContext } from '@nestjs/common';
import { Client } from 'pg';
import { ledgerReport } from '../../../../server/ledger/chain/ledger-report';
import { VerifyLedger } from '../../../../server/ledger/chain/verify-ledger';
import { LedgerModule } from '../../../../server/ledger/ledger.module';
import { PaymentsProof } from '../../../../server/payments/proof/payments-proof';
import { PaymentsProofModule } from '../../../../server/payments/proof/payments-proof.module';
import { createProgramContext } from '../../../../server/program-context';
import { startApp, TestClock, type SeparateApp } from '../../../support/app/app';
import { findingsAfterDamage, makePaymentHistory } from './proof-rig';

let run: SeparateApp;
let owner: Client;
let proof: PaymentsProof;
let program: INestApplicationContext;
/** The ids that the statements below use, by their names: `:cash` is the payment paid in cash. */
let ids: Record<string, string> = {};
const clock = new TestClock();

beforeAll(async () => {
  // The tests compare all rows of the tables, so they start their own application.
  run = await startApp({ clock, environment: { PLATFORM_FEE_BP: '1000', WALLET_LIMIT: '0' } });
  owner = new Client({ connectionString: run.engines.migrationDatabaseUrl });
  await owner.connect();
  ids = await makePaymentHistory(run, clock);
  // Starts the program as `npm run ledger:verify` does.
  program = await createProgramContext(run.config, 'ledger-verify', [
    LedgerModule,
    PaymentsProofModule,
  ]);
  proof = program.get(PaymentsProof);
  const verdict = await program.get(VerifyLedger).run(null, [proof]);
  expect(verdict.findings).toEqual([]);
  expect(verdict.checked).toBeGreaterThan(10);
});
afterAll(async () => {
  await program.close();
  await owner.end();
  await run.close();
});

const foundAfter = (statement: string) => findingsAfterDamage(owner, proof, ids, statement);
const receiptYear = () => clock.now().getUTCFullYear();
const entryOf = (name: string, step: string) =>
  `(SELECT id FROM ledger.entry WHERE key = 'payment:' || :${name} || ':${step}')`;
const copied = (columns: string, of: string) =>
  `INSERT INTO research.payment (id, participation_id, session_id, amount, fee, currency, state, method, confirmed_by,
     day, accruals, accrual_id, settlement_id)
   SELECT gen_random_uuid(), gen_random_uuid(), session_id, amount, fee, currency, ${columns}, accruals, accrual_id,
     settlement_id FROM research.payment WHERE id = ${of}`;

describe('Verifying what is paid against the ledger', () => {
  it.each([
    [
      'a paid one that counts as owed',
      `UPDATE research.payment SET state = 'approved', method = NULL, confirmed_by = NULL WHERE id = :cash`,
      'payment_changed cash',
    ],
    [
      'another amount',
      `UPDATE research.payment SET amount = amount + 1 WHERE id = :owed`,
      'payment_changed owed',
    ],
    [
      'another fee',
      `UPDATE research.payment SET fee = fee - 1 WHERE id = :owed`,
      'payment_changed owed',
    ],
    [
      'another method',
      `UPDATE research.payment SET method = 'bank', confirmed_by = NULL WHERE id = :cash`,
      'payment_changed cash',
    ],
    [
      'another currency',
      `UPDATE research.payment SET currency = 'USD' WHERE id = :due`,
      'payment_changed due',
    ],
    [
      'an entry that it forgot',
      `UPDATE research.payment SET settlement_id = NULL WHERE id = :gift`,
      'payment_changed gift',
    ],
    [
      'a debt that it forgot',
      `UPDATE research.payment SET accrual_id = NULL, accruals = 0 WHERE id = :owed`,
      'payment_unknown payment:owed:1',
    ],
    [
      'the entry of another payment',
      `UPDATE research.payment SET accrual_id = (SELECT accrual_id FROM research.payment WHERE id = :cash) WHERE id = :owed`,
      'payment_changed owed',
    ],
    [
      'a debt that was taken back and counts again',
      `UPDATE research.payment SET accrual_id = ${entryOf('waived', '1')}, state = 'approved' WHERE id = :waived`,
      'payment_changed waived',
    ],
    [
      'an approval without a decision',
      `UPDATE research.payment SET state = 'approved' WHERE id = :due`,
      'payment_unbooked due',
    ],
    [
      'a debt that was given up',
      `UPDATE research.payment SET state = 'waived' WHERE id = :owed`,
      'payment_unbooked owed',
    ],
    [
      'a payment without an entry',
      `UPDATE research.payment SET state = 'paid', method = 'cash', confirmed_by = 'code' WHERE id = :owed`,
      'payment_unbooked owed',
    ],
  ])('finds a payment that was changed: %s', async (_, statement, damage) => {
    expect(await foundAfter(statement)).toContain(damage);
  });

  it.each(['cash', 'gift', 'bank', 'owed', 'waived'])(
    'finds that the payment %s is missing',
    async (name) => {
      expect((await foundAfter(`DELETE FROM research.payment WHERE id = :${name}`)).join()).toMatch(
        new RegExp(`payment_unknown payment:${name}:1`),
      );
    },
  );

  it.each([
    [
      'owed, under the entry of another one',
      copied(`'approved', NULL, NULL, day`, ':owed'),
      /payment_changed/,
    ],
    [
      'owed, without an entry',
      copied(`'approved', NULL, NULL, day - 1`, ':due'),
      /payment_unbooked/,
    ],
    [
      'paid, under the entries of another one',
      copied(`state, method, confirmed_by, day`, ':cash'),
      /payment_changed/,
    ],
  ])('finds a payment that was slipped in: %s', async (_, statement, damage) => {
    expect((await foundAfter(statement)).join()).toMatch(damage);
  });

  it('finds an entry about a step that no payment took', async () => {
    const slipped = `INSERT INTO ledger.entry (id, day, kind, key, request, postings)
      SELECT gen_random_uuid(), day, kind, 'payment:' || :owed || ':2', request, postings FROM ledger.entry
      WHERE id = ${entryOf('owed', '1')}`;
    expect(await foundAfter(slipped)).toContain('payment_unknown payment:owed:2');
  });

  it.each([
    [
      'how often it changed',
      `UPDATE research.session_hold SET changes = changes + 1 WHERE session_id = :session`,
    ],
    ['its fee', `UPDATE research.session_hold SET fee = fee + 1 WHERE session_id = :session`],
    [
      'its currency',
      `UPDATE research.session_hold SET currency = 'USD' WHERE session_id = :session`,
    ],
    [
      'its account',
      `UPDATE research.session_hold SET account_id = payable_account_id WHERE session_id = :session`,
    ],
    [
      'its wallet',
      `UPDATE research.session_hold SET wallet_account_id = account_id WHERE session_id = :session`,
    ],
    [
      'an entry of another origin',
      `INSERT INTO ledger.posting SELECT ${entryOf('cash', 'paid')}, account_id, 1 FROM research.session_hold WHERE session_id = :session`,
      'payment_changed cash',
    ],
    [
      'an entry that was slipped in',
      `WITH e AS (INSERT INTO ledger.entry (id, day, kind, key, request, postings)
         SELECT gen_random_uuid(), day, 'release', 'hold:' || :session || ':99', request, 2 FROM ledger.entry LIMIT 1 RETURNING id)
       INSERT INTO ledger.posting SELECT e.id, h.account_id, -1 FROM e, research.session_hold h WHERE h.session_id = :session`,
    ],
  ])('finds a hold that was changed: %s', async (_, statement, damage = 'hold_changed session') => {
    expect(await foundAfter(statement)).toContain(damage);
  });

  it('finds a hold that is missing, and an account that belongs to nothing', async () => {
    const found = await foundAfter(`DELETE FROM research.session_hold WHERE session_id = :session`);
    expect(found.filter((one) => one.startsWith('account_unknown'))).toHaveLength(2);
    expect(
      await foundAfter(
        `INSERT INTO ledger.account (id, kind, unit) VALUES (gen_random_uuid(), 'payable', 'EUR')`,
      ),
    ).toEqual([expect.stringMatching('account_unknown')]);
  });

  it('finds that a session owes an amount other than the sum of its payments', async () => {
    const statement = `UPDATE ledger.account SET balance = balance + 1 WHERE id =
      (SELECT payable_account_id FROM research.session_hold WHERE session_id = :session)`;
    expect(await foundAfter(statement)).toEqual(['payable_changed session']);
  });

  it.each([
    [
      'its amount',
      `UPDATE identity.gift_code SET amount = amount + 1 WHERE payment_key IS NULL AND wallet_id = :wallet`,
    ],
    ['missing', `DELETE FROM identity.gift_code WHERE payment_key IS NULL AND wallet_id = :wallet`],
    [
      'written off',
      `UPDATE identity.gift_code SET expires = '2020-01-01', written_off_on = '2026-01-02'
       WHERE payment_key IS NULL AND wallet_id = :wallet`,
    ],
    [
      'slipped in',
      `INSERT INTO identity.gift_code (id, wallet_id, brand, amount, code_key)
       SELECT gen_random_uuid(), wallet_id, brand, amount, 'a' FROM identity.gift_code WHERE payment_key IS NULL AND wallet_id = :wallet`,
    ],
  ])('finds a gift code in stock that was changed: %s', async (_, statement) => {
    expect(await foundAfter(statement)).toEqual(['stock_changed wallet']);
  });

  it.each([
    [
      'a gift code that is missing',
      `DELETE FROM identity.gift_code WHERE payment_key IS NOT NULL`,
      /payout_missing gift/,
    ],
    [
      'a gift code of another amount',
      `UPDATE identity.gift_code SET amount = 1 WHERE payment_key IS NOT NULL`,
      /payout_unknown gift code.*payout_missing gift/,
    ],
    [
      'a gift code that was handed out for nothing',
      `UPDATE identity.gift_code SET payment_key = 'a', handed_on = '2026-11-29' WHERE payment_key IS NULL`,
      /payout_unknown gift code/,
    ],
    ['a transfer that is missing', `DELETE FROM identity.bank_payout`, /payout_missing bank/],
    [
      'a transfer of another amount',
      `UPDATE identity.bank_payout SET amount = 1`,
      /payout_unknown bank transfer.*payout_missing bank/,
    ],
    [
      'a transfer that was slipped in',
      `INSERT INTO identity.bank_payout (id, payment_key, amount, currency, state, day)
       VALUES (gen_random_uuid(), 'a', 450, 'EUR', 'ready', '2026-11-29')`,
      /payout_unknown bank transfer/,
    ],
  ])('finds %s', async (_, statement, damage) => {
    expect((await foundAfter(statement)).join()).toMatch(damage);
  });

  it.each([
    [
      'its text',
      `UPDATE identity.receipt SET body = replace(body, '5000', '9000') WHERE type = 'deposit' AND number = 2`,
    ],
    [
      'its signature',
      `UPDATE identity.receipt SET signature = set_byte(signature, 3, get_byte(signature, 3) # 1) WHERE type = 'deposit' AND number = 2`,
    ],
    [
      'its thing',
      `UPDATE identity.receipt SET thing_id = gen_random_uuid() WHERE type = 'deposit' AND number = 2`,
    ],
    ['its day', `UPDATE identity.receipt SET day = day - 1 WHERE type = 'deposit' AND number = 2`],
    [
      'its key',
      `UPDATE identity.receipt SET key_version = 99 WHERE type = 'deposit' AND number = 2`,
    ],
    [
      'that it is void',
      `UPDATE identity.receipt SET is_void = true WHERE type = 'deposit' AND number = 2`,
    ],
  ])('finds a receipt that was changed: %s', async (_, statement) => {
    expect(await foundAfter(statement)).toEqual([`receipt_changed D-${receiptYear()}-00002`]);
  });

  it.each([
    [
      'missing',
      `DELETE FROM identity.receipt WHERE type = 'deposit' AND number = 2`,
      ['receipt_missing', '2'],
    ],
    [
      'the last one and missing',
      `DELETE FROM identity.receipt WHERE type = 'deposit' AND number = 3`,
      ['receipt_missing', '3'],
    ],
    [
      'beyond the numbers that were given out',
      `UPDATE identity.receipt_counter SET last = 2 WHERE type = 'deposit'`,
      ['receipt_unknown', '3'],
    ],
    [
      'without a counter',
      `DELETE FROM identity.receipt_counter WHERE type = 'deposit'`,
      ['receipt_unknown', '1'],
    ],
  ])('finds a receipt that is %s', async (_, statement, [damage, number]) => {
    expect(await foundAfter(statement)).toContain(`${damage} D-${receiptYear()}-0000${number}`);
  });

  it('finds a receipt that was inserted', async () => {
    const statement = `WITH next AS (UPDATE identity.receipt_counter SET last = 4 WHERE type = 'deposit' RETURNING year)
      INSERT INTO identity.receipt (id, type, year, number, thing_id, day, body, key_version, signature)
      SELECT gen_random_uuid(), r.type, r.year, 4, gen_random_uuid(), r.day, r.body, r.key_version, r.signature
      FROM identity.receipt r JOIN next USING (year) WHERE r.type = 'deposit' AND r.number = 3`;
    expect(await foundAfter(statement)).toEqual([`receipt_changed D-${receiptYear()}-00004`]);
  });

  it('describes in words what was found', () => {
    const verdict = { checked: 1, waiting: 0, head: null, damaged: 1 };
    const findings = [{ damage: 'payment_changed', of: 'x' }];
    expect(ledgerReport({ ...verdict, findings }, [proof])[0]).toBe(
      'payment_changed: payment x says something else of itself than the ledger: what it owes, took back or paid',
    );
  });
});
