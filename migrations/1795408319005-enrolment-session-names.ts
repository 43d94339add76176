import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a researcher calls a session; where none is given, pages make one up from its date. */
export class EnrolmentSessionNames1795408319005 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE research.session ADD COLUMN name text');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE research.session DROP COLUMN name');
  }
}
