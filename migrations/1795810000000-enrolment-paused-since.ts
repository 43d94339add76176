import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * While its people have paused a session, no participant starts and deadlines before the start do not
 * run. Sessions that are paused already count from the migration on.
 */
export class EnrolmentPausedSince1795810000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE research.session ADD COLUMN paused_at timestamptz;
      UPDATE research.session SET paused_at = now() WHERE state = 'paused' AND NOT consent_withdrawn;
      ALTER TABLE research.session ADD CONSTRAINT session_paused_at
        CHECK (paused_at IS NULL OR state = 'paused' AND NOT consent_withdrawn);
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE research.session DROP COLUMN paused_at;`);
  }
}
