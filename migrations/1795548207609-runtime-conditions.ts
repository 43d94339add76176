import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The condition that was drawn for a run (docs/decisions/conditions.md). */
export class RuntimeConditions1795548207609 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    // Until now no run had a condition, so all existing rows pass the check.
    await db.query(`
      ALTER TABLE research.run
        ADD COLUMN cell integer,
        ADD CONSTRAINT run_cell_check CHECK ((cell IS NULL) = (condition IS NULL))
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE research.run DROP COLUMN cell');
  }
}
