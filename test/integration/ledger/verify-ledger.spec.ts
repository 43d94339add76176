/**
 * @engines one: uses rows and their hash chain, but no queue, so it runs with only one kind of
 * queue (Redis or PostgreSQL)
 */
import { Client } from 'pg';
import { ledgerReport } from '../../../server/ledger/chain/ledger-report';
import { SealEntries } from '../../../server/ledger/chain/seal-entries';
import { VerifyLedger } from '../../../server/ledger/chain/verify-ledger';
import { transferPostings } from '../../../server/ledger/entries/entry.rule';
import { startApp, type SeparateApp } from '../../support/app/app';
import { ledgerOf } from './ledger-rig';

let run: SeparateApp;
let owner: Client;
let ledger: ReturnType<typeof ledgerOf>;
let [wallet, hold, outside] = ['', '', ''];
beforeAll(async () => {
  run = await startApp();
  owner = new Client({ connectionString: run.engines.migrationDatabaseUrl });
  await owner.connect();
  ledger = ledgerOf(run);
});
afterAll(async () => {
  await owner.end();
  await run.close();
});
beforeEach(async () => {
  await owner.query(
    `TRUNCATE ledger.account, ledger.entry, ledger.posting, ledger.unsealed, ledger.seal CASCADE`,
  );
  [wallet, hold, outside] = [
    await ledger.open('wallet'),
    await ledger.open('hold'),
    await ledger.outside(),
  ];
  await ledger.post(transferPostings(outside, wallet, 1_000));
  for (const amount of [10, 20, 30, 40]) await ledger.post(transferPostings(wallet, hold, amount));
  await run.app.get(SealEntries).run();
});

const verify = (head?: string | null) => run.app.get(VerifyLedger).run(head ?? null);
const damage = async (head?: string) =>
  (await verify(head)).findings.map((finding) => finding.damage).sort();
const entryAt = async (sequence: number) => {
  const { rows } = await owner.query<{ entry_id: string }>(
    'SELECT entry_id FROM ledger.seal WHERE sequence = $1',
    [sequence],
  );
  return rows[0]?.entry_id ?? '';
};
/** Changes rows as the owner of the database, with triggers and foreign keys switched off. */
const tamper = async (statement: string, values: unknown[] = []) => {
  await owner.query(`SET session_replication_role = replica`);
  await owner.query(statement, values);
  await owner.query(`SET session_replication_role = origin`);
};

describe('verifying the ledger', () => {
  it('finds nothing when nothing was tampered with, and says how many entries wait for their seal', async () => {
    await ledger.post(transferPostings(wallet, hold, 5));
    const verdict = await verify();
    expect(verdict).toMatchObject({ checked: 5, waiting: 1, damaged: 0 });
    expect(ledgerReport(verdict).join('\n')).toContain('The ledger is whole: 5 entries');
  });

  it('continues the chain with the entries that were posted later', async () => {
    const { head } = await verify();
    await ledger.post(transferPostings(wallet, hold, 5));
    expect(await run.app.get(SealEntries).run()).toBe(1);
    expect(await verify(head)).toMatchObject({ checked: 6, waiting: 0, damaged: 0 });
  });

  it.each([
    ['amount', `UPDATE ledger.posting SET amount = amount * 2 WHERE entry_id = $1`],
    ['day', `UPDATE ledger.entry SET day = day - 1 WHERE id = $1`],
    ['kind', `UPDATE ledger.entry SET kind = 'other' WHERE id = $1`],
    ['key', `UPDATE ledger.entry SET key = 'other' WHERE id = $1`],
    ['request', `UPDATE ledger.entry SET request = sha256('other') WHERE id = $1`],
  ])('finds an entry whose %s was changed', async (_, statement) => {
    const id = await entryAt(3);
    await tamper(statement, [id]);
    expect((await verify()).findings).toContainEqual({ damage: 'changed', of: id });
  });

  it('finds an account whose unit was changed', async () => {
    await tamper(`UPDATE ledger.account SET unit = 'USD' WHERE id = $1`, [hold]);
    expect(await damage()).toContain('changed');
  });

  it('finds a balance that was changed', async () => {
    await tamper(`UPDATE ledger.account SET balance = balance + 1 WHERE id = $1`, [wallet]);
    expect((await verify()).findings).toEqual([{ damage: 'wrong_balance', of: wallet }]);
  });

  it('finds an entry that was deleted, with and without its seal', async () => {
    const [one, other] = [await entryAt(2), await entryAt(4)];
    for (const id of [one, other]) {
      await tamper(`DELETE FROM ledger.posting WHERE entry_id = $1`, [id]);
      await tamper(`DELETE FROM ledger.entry WHERE id = $1`, [id]);
    }
    await tamper(`DELETE FROM ledger.seal WHERE sequence = 4`);
    expect((await verify()).findings).toEqual(
      expect.arrayContaining([
        { damage: 'missing_entry', of: one },
        { damage: 'missing_seal', of: '4' },
      ]),
    );
  });

  it('finds an entry that was slipped in, and a posting that was slipped into an entry', async () => {
    const { rows } = await owner.query<{ id: string }>(`SELECT gen_random_uuid() AS id`);
    const id = rows[0]?.id;
    await tamper(
      `INSERT INTO ledger.entry (id, day, kind, key, request, postings)
       VALUES ($1, '2026-11-28', 'test', 'slipped', sha256('a'), 2)`,
      [id],
    );
    await tamper(`INSERT INTO ledger.posting VALUES ($1, $2, -7), ($1, $3, 7)`, [id, wallet, hold]);
    expect(await damage()).toEqual(['unsealed', 'wrong_balance', 'wrong_balance']);
    const changed = await entryAt(2);
    const third = (
      await owner.query<{ id: string }>(
        `SELECT id FROM ledger.account WHERE id <> ALL(
      SELECT account_id FROM ledger.posting WHERE entry_id = $1)`,
        [changed],
      )
    ).rows[0]?.id;
    await tamper(`INSERT INTO ledger.posting VALUES ($1, $2, 7)`, [changed, third]);
    expect((await verify()).findings).toEqual(
      expect.arrayContaining([
        { damage: 'changed', of: changed },
        { damage: 'unbalanced', of: changed },
      ]),
    );
  });

  it('finds a chain whose end was cut off, by the head that an earlier run printed', async () => {
    const { head } = await verify();
    const last = await entryAt(5);
    for (const statement of [
      `DELETE FROM ledger.seal WHERE entry_id = $1`,
      `DELETE FROM ledger.posting WHERE entry_id = $1`,
      `DELETE FROM ledger.entry WHERE id = $1`,
    ])
      await tamper(statement, [last]);
    // The entries of a batch are sealed in no fixed order. So the deleted entry may be the one that
    // filled the wallet, and the test computes the balances from the remaining postings.
    await tamper(`UPDATE ledger.account a SET minimum = NULL, balance = coalesce(
      (SELECT sum(p.amount) FROM ledger.posting p WHERE p.account_id = a.id), 0)`);
    expect(await damage()).toEqual([]);
    expect(await damage(head ?? '')).toEqual(['head_changed']);
  });

  it('seals each entry once when several workers seal at the same time', async () => {
    for (let i = 1; i <= 20; i++) await ledger.post(transferPostings(wallet, hold, i));
    const sealed = await Promise.all([1, 2, 3].map(() => run.app.get(SealEntries).run()));
    expect(sealed.reduce((sum, one) => sum + one, 0)).toBe(20);
    expect(await verify()).toMatchObject({ checked: 25, waiting: 0, damaged: 0 });
  });
});
