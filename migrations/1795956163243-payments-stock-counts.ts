import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Stores on which day the gift codes of a wallet were last counted, and for which amounts the
 * wallet had too few gift codes.
 */
export class PaymentsStockCounts1795956163243 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE identity.wallet ADD COLUMN stock_counted_on date;
      UPDATE identity.wallet SET stock_counted_on = (now() AT TIME ZONE 'UTC')::date - 1
        WHERE gift_account_id IS NOT NULL;
      CREATE INDEX wallet_stock_counted ON identity.wallet (stock_counted_on) WHERE researcher_id IS NOT NULL;
      GRANT UPDATE (stock_counted_on) ON identity.wallet TO commonlab_app;

      CREATE TABLE identity.gift_code_shortage (
        id uuid PRIMARY KEY,
        wallet_id uuid NOT NULL CONSTRAINT gift_code_shortage_wallet_id_fkey REFERENCES identity.wallet (id),
        amount integer NOT NULL,
        CONSTRAINT gift_code_shortage_stock UNIQUE (wallet_id, amount)
      );
      GRANT SELECT, INSERT, DELETE ON identity.gift_code_shortage TO commonlab_app;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TABLE identity.gift_code_shortage;
      ALTER TABLE identity.wallet DROP COLUMN stock_counted_on;
    `);
  }
}
