import type { MigrationInterface, QueryRunner } from 'typeorm';

const columns = `id, owner_id, title, description, duration_minutes, maximum_minutes, reward_amount,
  reward_currency, privacy_level, additional_notes, requirements, eligibility, runtime,
  allow_repeats, state, created_at, updated_at, version`;

/**
 * How the researchers pay, and within how many days. Participations and their emails name the payer, and are
 * read under `commonlab_link`: it reads the organization beside the name, as every visitor does.
 */
export class StudiesPaymentTerms1795800037452 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE research.study ADD COLUMN payment_terms jsonb,
        ADD CONSTRAINT study_payment_terms CHECK (payment_terms IS NULL OR (
          jsonb_typeof(payment_terms -> 'how') = 'string'
          AND (payment_terms ->> 'within_days')::integer BETWEEN 0 AND 90) IS TRUE);
      CREATE OR REPLACE VIEW research.study_profile WITH (security_invoker = true) AS
        SELECT ${columns}, payment_terms FROM research.study;
      GRANT SELECT (organization) ON identity.account TO commonlab_link;
      GRANT SELECT ON identity.researcher_byline, research.study_former_owner TO commonlab_link;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      REVOKE SELECT ON identity.researcher_byline, research.study_former_owner FROM commonlab_link;
      REVOKE SELECT (organization) ON identity.account FROM commonlab_link;
      DROP VIEW research.study_profile;
      CREATE VIEW research.study_profile WITH (security_invoker = true) AS
        SELECT ${columns} FROM research.study;
      GRANT SELECT ON research.study_profile TO commonlab_app, commonlab_link;
      ALTER TABLE research.study DROP COLUMN payment_terms;
    `);
  }
}
