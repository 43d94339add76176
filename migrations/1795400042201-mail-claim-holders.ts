import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores which process holds the claim of a mail, by the number of its advisory lock. */
export class MailClaimHolders1795400042201 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE platform.mail ADD COLUMN holder integer');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE platform.mail DROP COLUMN holder');
  }
}
