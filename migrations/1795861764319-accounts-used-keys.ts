import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A verification key that was used stays for its 24 hours, so that a second press is told so. */
export class AccountsUsedKeys1795861764319 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(
      `ALTER TABLE identity.verification ADD COLUMN used boolean NOT NULL DEFAULT false`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    // Without the column, a used key would count as one that waits.
    await db.query(`
      DELETE FROM identity.verification WHERE used;
      ALTER TABLE identity.verification DROP COLUMN used;
    `);
  }
}
