import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A study that is copied twice under one key, by a double click or a retry, is copied once: the
 * second insert finds the first in this index.
 */
export class StudiesCopies1795445273894 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE research.study ADD COLUMN copy_key uuid;
      CREATE UNIQUE INDEX study_copy ON research.study (owner_id, copy_key) WHERE copy_key IS NOT NULL;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP INDEX research.study_copy;
      ALTER TABLE research.study DROP COLUMN copy_key;
    `);
  }
}
