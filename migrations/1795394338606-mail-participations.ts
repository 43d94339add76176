import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A mail about a participation keeps no Message-ID, which stands in the logs of mail servers beside
 * the address, and is deleted after an hour.
 */
export class MailParticipations1795394338606 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE platform.mail ALTER COLUMN message_id DROP NOT NULL;
      UPDATE platform.mail SET message_id = NULL WHERE account_id IS NULL;
      CREATE INDEX mail_participation ON platform.mail (claimed_at) WHERE account_id IS NULL;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP INDEX platform.mail_participation;
      UPDATE platform.mail SET message_id = '' WHERE message_id IS NULL;
      ALTER TABLE platform.mail ALTER COLUMN message_id SET NOT NULL;
    `);
  }
}
