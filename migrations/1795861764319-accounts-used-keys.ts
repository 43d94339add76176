import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A used verification key stays for its 24 hours, so that its second use is answered `already_confirmed`. */
export class AccountsUsedKeys1795861764319 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(
      `ALTER TABLE identity.verification ADD COLUMN used boolean NOT NULL DEFAULT false`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    // Without the column, a used key would count as an unused one.
    await db.query(`
      DELETE FROM identity.verification WHERE used;
      ALTER TABLE identity.verification DROP COLUMN used;
    `);
  }
}
