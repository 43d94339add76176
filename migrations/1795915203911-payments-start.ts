import { createHash } from 'node:crypto';
import type { MigrationInterface, QueryRunner } from 'typeorm';

interface Running {
  id: string;
  researcher_id: string;
  capacity: number;
  reward_amount: number;
  reward_currency: string;
}

/**
 * Creates the tables of researchers' wallets, of budgets, of announced transfers, and of the
 * amounts that are held for sessions.
 */
export class PaymentsStart1795915203911 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE identity.wallet (
        id uuid PRIMARY KEY,
        researcher_id uuid CONSTRAINT wallet_researcher_id_fkey REFERENCES identity.account (id) ON DELETE SET NULL,
        currency text NOT NULL,
        account_id uuid NOT NULL CONSTRAINT wallet_account UNIQUE
          CONSTRAINT wallet_account_id_fkey REFERENCES ledger.account (id),
        CONSTRAINT wallet_researcher UNIQUE (researcher_id, currency)
      );
      CREATE TABLE identity.allotment (
        id uuid PRIMARY KEY,
        wallet_id uuid NOT NULL CONSTRAINT allotment_wallet_id_fkey REFERENCES identity.wallet (id),
        amount bigint NOT NULL,
        cost_centre text,
        reference text,
        day date NOT NULL,
        entry_id uuid NOT NULL CONSTRAINT allotment_entry UNIQUE
          CONSTRAINT allotment_entry_id_fkey REFERENCES ledger.entry (id)
      );
      CREATE INDEX allotment_wallet ON identity.allotment (wallet_id);
      CREATE TABLE identity.deposit (
        id uuid PRIMARY KEY,
        researcher_id uuid CONSTRAINT deposit_researcher_id_fkey REFERENCES identity.account (id) ON DELETE SET NULL,
        request_key text NOT NULL,
        amount bigint NOT NULL,
        currency text NOT NULL,
        reference text NOT NULL CONSTRAINT deposit_reference UNIQUE,
        state text NOT NULL DEFAULT 'announced'
          CONSTRAINT deposit_state_check CHECK (state IN ('announced', 'confirmed', 'refused')),
        bank_reference text,
        bank_reference_key text CONSTRAINT deposit_bank_reference UNIQUE,
        reason text,
        entry_id uuid CONSTRAINT deposit_entry_id_fkey REFERENCES ledger.entry (id),
        created_at timestamptz NOT NULL,
        CONSTRAINT deposit_key UNIQUE (researcher_id, request_key),
        CONSTRAINT deposit_confirmed_check
          CHECK ((state = 'confirmed') = (entry_id IS NOT NULL AND bank_reference IS NOT NULL))
      );
      CREATE INDEX deposit_researcher ON identity.deposit (researcher_id, created_at);
      CREATE TABLE research.session_hold (
        session_id uuid PRIMARY KEY
          CONSTRAINT session_hold_session_id_fkey REFERENCES research.session (id),
        account_id uuid NOT NULL CONSTRAINT session_hold_account_id_fkey REFERENCES ledger.account (id),
        wallet_account_id uuid NOT NULL
          CONSTRAINT session_hold_wallet_account_id_fkey REFERENCES ledger.account (id),
        currency text NOT NULL,
        reward integer NOT NULL,
        fee integer NOT NULL,
        fee_basis_points integer NOT NULL,
        changes integer NOT NULL DEFAULT 0,
        counted_on date,
        is_settled boolean NOT NULL DEFAULT false
      );
      CREATE INDEX session_hold_wallet ON research.session_hold (wallet_account_id);
      CREATE INDEX session_hold_closed ON research.session_hold (counted_on)
        WHERE counted_on IS NOT NULL AND NOT is_settled;
      GRANT SELECT, INSERT ON identity.wallet, identity.allotment TO commonlab_app;
      GRANT SELECT, INSERT, UPDATE ON identity.deposit, research.session_hold TO commonlab_app;
      -- To lock a row.
      GRANT UPDATE (id) ON identity.wallet TO commonlab_app;
    `);
    await this.holdForRunning(db);
  }

  /**
   * Holds the amounts for sessions that were launched before this migration. These sessions must
   * not stop, so their wallets may fall below zero without a limit. The keys and hashes of these
   * holds are the same as if the application had made them.
   */
  private async holdForRunning(db: QueryRunner): Promise<void> {
    const sessions = (await db.query(
      `SELECT s.id, t.owner_id AS researcher_id, s.capacity, s.reward_amount, s.reward_currency
       FROM research.session s JOIN research.study t ON t.id = s.study_id
         JOIN identity.account a ON a.id = t.owner_id
       WHERE s.launched_at IS NOT NULL AND s.state <> 'closed' AND s.audience <> 'panel' AND s.reward_amount > 0
       ORDER BY s.id`,
    )) as Running[];
    const day = new Date().toISOString().slice(0, 10);
    const wallets = new Map<string, string>();
    for (const one of sessions) {
      const key = `${one.researcher_id} ${one.reward_currency}`;
      const wallet = wallets.get(key) ?? (await openWallet(db, one));
      wallets.set(key, wallet);
      const hold = await openAccount(db, 'hold', one.reward_currency, 0);
      await db.query(
        `INSERT INTO research.session_hold
           (session_id, account_id, wallet_account_id, currency, reward, fee, fee_basis_points, changes)
         VALUES ($1, $2, $3, $4, $5, 0, 0, 1)`,
        [one.id, hold, wallet, one.reward_currency, one.reward_amount],
      );
      await post(db, `hold:${one.id}:1`, day, wallet, hold, one.capacity * one.reward_amount);
    }
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TABLE research.session_hold, identity.deposit, identity.allotment, identity.wallet;
    `);
  }
}

async function openAccount(
  db: QueryRunner,
  kind: string,
  unit: string,
  minimum: number | null,
): Promise<string> {
  const [row] = (await db.query(
    `INSERT INTO ledger.account (id, kind, unit, minimum) VALUES (gen_random_uuid(), $1, $2, $3) RETURNING id`,
    [kind, unit, minimum],
  )) as { id: string }[];
  if (!row) throw new Error('an account was not inserted');
  return row.id;
}

async function openWallet(
  db: QueryRunner,
  { researcher_id, reward_currency }: Running,
): Promise<string> {
  const account = await openAccount(db, 'wallet', reward_currency, null);
  await db.query(
    `INSERT INTO identity.wallet (id, researcher_id, currency, account_id) VALUES (gen_random_uuid(), $1, $2, $3)`,
    [researcher_id, reward_currency, account],
  );
  return account;
}

async function post(
  db: QueryRunner,
  key: string,
  day: string,
  from: string,
  to: string,
  amount: number,
): Promise<void> {
  const postings = [
    [from, -amount],
    [to, amount],
  ].sort(([one], [other]) => (String(one) < String(other) ? -1 : 1));
  const request = createHash('sha256')
    .update(JSON.stringify(['hold', null, postings]))
    .digest();
  const [entry] = (await db.query(
    `INSERT INTO ledger.entry (id, day, kind, key, request, postings) VALUES (gen_random_uuid(), $1, 'hold', $2, $3, 2) RETURNING id`,
    [day, key, request],
  )) as { id: string }[];
  await db.query(
    `INSERT INTO ledger.posting (entry_id, account_id, amount) VALUES ($1, $2, $3), ($1, $4, $5)`,
    [entry?.id, from, -amount, to, amount],
  );
}
