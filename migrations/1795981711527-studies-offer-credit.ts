import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores whether taking part in a study gives credit in courses. */
export class StudiesOfferCredit1795981711527 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE research.study ADD COLUMN offers_credit boolean NOT NULL DEFAULT false;
      CREATE OR REPLACE VIEW research.study_profile WITH (security_invoker = true) AS
        SELECT id, owner_id, title, description, duration_minutes, maximum_minutes, reward_amount,
          reward_currency, privacy_level, additional_notes, requirements, eligibility, runtime,
          allow_repeats, state, created_at, updated_at, version, payment_terms, offers_credit
        FROM research.study;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP VIEW research.study_profile;
      CREATE VIEW research.study_profile WITH (security_invoker = true) AS
        SELECT id, owner_id, title, description, duration_minutes, maximum_minutes, reward_amount,
          reward_currency, privacy_level, additional_notes, requirements, eligibility, runtime,
          allow_repeats, state, created_at, updated_at, version, payment_terms
        FROM research.study;
      GRANT SELECT ON research.study_profile TO commonlab_app, commonlab_link;
      ALTER TABLE research.study DROP COLUMN offers_credit;
    `);
  }
}
