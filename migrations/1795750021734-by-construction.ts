import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which versions consist of this site's own parts alone, and what an address of a version allows its pages.
 * Addresses that exist already keep their permissions.
 */
export class ByConstruction1795750021734 implements MigrationInterface {
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
