import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Measurements by the pages of a run, in bands, beside its sealed records
 * (docs/decisions/run-monitoring-and-timing.md).
 */
export class RuntimeTiming1795674843337 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE research.run_log ADD COLUMN timing jsonb`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE research.run_log DROP COLUMN timing`);
  }
}
