import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which versions are made of this site's own parts alone, and what an address of a version lets its pages do.
 * Addresses that are given out already stay as they were.
 */
export class ByConstruction1795750000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(
      `ALTER TABLE research.study_version ADD COLUMN code_free boolean NOT NULL DEFAULT false`,
    );
    await db.query(
      `ALTER TABLE research.study_serving ADD COLUMN frames boolean NOT NULL DEFAULT true,
         ADD COLUMN own_code boolean NOT NULL DEFAULT true`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE research.study_serving DROP COLUMN frames, DROP COLUMN own_code`);
    await db.query(`ALTER TABLE research.study_version DROP COLUMN code_free`);
  }
}
