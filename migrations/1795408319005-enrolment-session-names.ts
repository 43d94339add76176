import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The name that a researcher gives to a session; without one, pages make one from its date. */
export class EnrolmentSessionNames1795408319005 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE research.session ADD COLUMN name text');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE research.session DROP COLUMN name');
  }
}
