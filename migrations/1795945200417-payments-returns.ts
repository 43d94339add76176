import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Allows a bank transfer to be returned after it was marked as paid. */
export class PaymentsReturns1795945200417 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE identity.bank_payout ADD COLUMN is_late_return boolean NOT NULL DEFAULT false;
      CREATE INDEX bank_payout_late_return ON identity.bank_payout (id) WHERE is_late_return;

      ALTER TABLE research.payment ADD COLUMN returned_settlement_id uuid
        CONSTRAINT payment_returned_settlement_id_fkey REFERENCES ledger.entry (id);
      ALTER TABLE research.payment ADD COLUMN returns smallint NOT NULL DEFAULT 0;
      CREATE INDEX payment_came_back ON research.payment (session_id) WHERE returned_settlement_id IS NOT NULL;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE research.payment DROP COLUMN returned_settlement_id, DROP COLUMN returns;
      ALTER TABLE identity.bank_payout DROP COLUMN is_late_return;
    `);
  }
}
