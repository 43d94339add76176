import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A researcher's own studies are listed by id, the newest first. By (owner_id, created_at) PostgreSQL
 * could not read them in this order, and walked all studies past everybody else's newer ones.
 */
export class StudiesOwnerIndex1795370421881 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP INDEX research.study_owner;
      CREATE INDEX study_owner ON research.study (owner_id, id);
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP INDEX research.study_owner;
      CREATE INDEX study_owner ON research.study (owner_id, created_at);
    `);
  }
}
