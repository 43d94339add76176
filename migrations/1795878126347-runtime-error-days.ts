import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The day on which a run met an error first: of a run that may go on, though its participant's time is over, what it
 * told on earlier days is listed, and nothing that changes as it goes on.
 */
export class RuntimeErrorDays1795878126347 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE research.run_error ADD COLUMN day date`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE research.run_error DROP COLUMN day`);
  }
}
