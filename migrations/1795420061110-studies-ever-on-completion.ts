import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whether a study has ever launched a session that names people once they have completed: a follow-up study
 * for people who began it, completed or not, may name no participant. The column belongs to the study, like
 * `ever_anonymous`.
 */
export class StudiesEverOnCompletion1795420061110 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE research.study ADD COLUMN ever_on_completion boolean NOT NULL DEFAULT false;
      UPDATE research.study SET ever_on_completion = true WHERE id IN (
        SELECT study_id FROM research.session
        WHERE privacy_level = 'roster_on_completion' AND launched_at IS NOT NULL);
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE research.study DROP COLUMN ever_on_completion');
  }
}
