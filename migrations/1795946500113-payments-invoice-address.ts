import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores the address to which a researcher's receipts are made out. */
export class InvoiceAddress1795946500113 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE identity.invoice_address (
        account_id uuid PRIMARY KEY CONSTRAINT invoice_address_account_id_fkey
          REFERENCES identity.account (id) ON DELETE CASCADE,
        name text NOT NULL,
        lines text[] NOT NULL,
        country text NOT NULL
      );
      GRANT SELECT, INSERT, UPDATE, DELETE ON identity.invoice_address TO commonlab_app;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE identity.invoice_address`);
  }
}
