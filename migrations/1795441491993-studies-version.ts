import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The version of a study: a change made from an older version is refused (docs/decisions/study-launch.md).
 */
export class StudiesVersion1795441491993 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE research.study ADD COLUMN version integer NOT NULL DEFAULT 1;
      CREATE OR REPLACE VIEW research.study_profile WITH (security_invoker = true) AS
        SELECT id, owner_id, title, description, duration_minutes, maximum_minutes, reward_amount,
          reward_currency, privacy_level, additional_notes, requirements, eligibility, runtime,
          allow_repeats, state, created_at, updated_at, version
        FROM research.study;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP VIEW research.study_profile;
      CREATE VIEW research.study_profile WITH (security_invoker = true) AS
        SELECT id, owner_id, title, description, duration_minutes, maximum_minutes, reward_amount,
          reward_currency, privacy_level, additional_notes, requirements, eligibility, runtime,
          allow_repeats, state, created_at, updated_at
        FROM research.study;
      GRANT SELECT ON research.study_profile TO commonlab_app, commonlab_link;
      ALTER TABLE research.study DROP COLUMN version;
    `);
  }
}
