import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Like DataRightsSealedParts: finished exports expire, and the people who requested them request new ones.
 */
export class ResearchDataSealedParts1795790061893 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      DELETE FROM research.study_export_part;
      UPDATE research.study_export SET expires_at = least(expires_at, now()) WHERE state = 'ready';
      ALTER TABLE research.study_export_part ADD COLUMN id uuid NOT NULL;
      CREATE UNIQUE INDEX study_export_part_id ON research.study_export_part (id);
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DELETE FROM research.study_export_part;
      UPDATE research.study_export SET expires_at = least(expires_at, now()) WHERE state = 'ready';
      ALTER TABLE research.study_export_part DROP COLUMN id;
    `);
  }
}
