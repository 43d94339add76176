import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whether a study has ever launched an anonymous session: its follow-up studies stay anonymous. The column
 * belongs to the study, since the code that creates and changes studies does not know sessions.
 */
export class StudiesEverAnonymous1795396224989 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE research.study ADD COLUMN ever_anonymous boolean NOT NULL DEFAULT false;
      UPDATE research.study SET ever_anonymous = true WHERE id IN (
        SELECT study_id FROM research.session
        WHERE privacy_level = 'anonymous' AND launched_at IS NOT NULL);
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE research.study DROP COLUMN ever_anonymous');
  }
}
