import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Pages that a rehearsal passed over (docs/decisions/builder-and-rehearsals.md). */
export class RuntimePassedPages1795677948911 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(
      `ALTER TABLE research.rehearsal_run ADD COLUMN passed_pages jsonb NOT NULL DEFAULT '[]'`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE research.rehearsal_run DROP COLUMN passed_pages`);
  }
}
