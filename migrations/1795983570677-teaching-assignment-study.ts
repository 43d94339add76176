import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Ensures that an assignment names a study that exists. Studies are archived, and never deleted.
 */
export class TeachingAssignmentStudy1795983570677 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE identity.assignment ADD CONSTRAINT assignment_study_id_fkey
        FOREIGN KEY (study_id) REFERENCES research.study (id);
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE identity.assignment DROP CONSTRAINT assignment_study_id_fkey;
    `);
  }
}
