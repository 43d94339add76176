import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A session that was given a reward before its launch keeps it, also where its study has another one. */
export class EnrolmentOwnRewards1795853801943 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(
      `ALTER TABLE research.session ADD COLUMN own_reward boolean NOT NULL DEFAULT false`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE research.session DROP COLUMN own_reward`);
  }
}
