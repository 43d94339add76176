import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Stores what a person is paid in a year. Payouts above the reporting threshold wait for an
 * administrator.
 */
export class PaymentsChecks1795946100533 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE identity.payout_total (
        account_key bytea NOT NULL,
        year smallint NOT NULL,
        currency text NOT NULL,
        amount bigint NOT NULL CONSTRAINT payout_total_amount_check CHECK (amount > 0),
        PRIMARY KEY (account_key, year, currency)
      );
      CREATE INDEX payout_total_year ON identity.payout_total (year);
      CREATE TABLE identity.payout_check (
        id uuid PRIMARY KEY,
        payment_key bytea NOT NULL CONSTRAINT payout_check_payment UNIQUE,
        amount integer NOT NULL CONSTRAINT payout_check_amount_check CHECK (amount > 0),
        currency text NOT NULL,
        day date NOT NULL,
        year_total bigint NOT NULL,
        sealed bytea,
        state text NOT NULL CONSTRAINT payout_check_state_check CHECK (state IN ('held', 'released'))
      );
      CREATE INDEX payout_check_waiting ON identity.payout_check (day, id) WHERE state = 'held';
      GRANT SELECT, INSERT, UPDATE, DELETE ON identity.payout_total, identity.payout_check TO commonlab_app;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE identity.payout_total, identity.payout_check`);
  }
}
