import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The views through which the contexts above read this context's tables, where they join them in
 * one statement. A view checks the rights of its reader (`security_invoker`), so it opens nothing
 * that the grants on the tables keep closed.
 */
export class ResearchViews1795324200000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- access
      CREATE VIEW identity.researcher_byline WITH (security_invoker = true) AS
        SELECT id, first_name, last_name, organization FROM identity.account;
      CREATE VIEW identity.person_contact WITH (security_invoker = true) AS
        SELECT id, first_name, last_name, email FROM identity.account;
      -- An account that can answer for what it recruits: neither disabled nor about to be erased.
      CREATE VIEW identity.answering_account WITH (security_invoker = true) AS
        SELECT id FROM identity.account WHERE disabled_at IS NULL AND deletion_at IS NULL;

      -- accounts: who can be invited as a participant, with what they told about themselves
      CREATE VIEW identity.participant_profile WITH (security_invoker = true) AS
        SELECT a.id, d.date_of_birth, d.education_level
        FROM identity.account a LEFT JOIN identity.demographics d ON d.account_id = a.id
        WHERE a.status = 'ACTIVE' AND a.disabled_at IS NULL AND a.deletion_at IS NULL AND NOT a.is_researcher;

      -- studies
      CREATE VIEW research.study_profile WITH (security_invoker = true) AS
        SELECT id, owner_id, title, description, duration_minutes, maximum_minutes, reward_amount,
          reward_currency, privacy_level, additional_notes, requirements, eligibility, runtime,
          allow_repeats, state, created_at, updated_at
        FROM research.study;
      CREATE VIEW research.consent_document WITH (security_invoker = true) AS
        SELECT id, study_id, version, state, title, kind, body_markdown, sha256, created_at
        FROM research.consent;

      -- enrolment: a session and its seats, without anybody who takes part
      CREATE VIEW research.recruitment WITH (security_invoker = true) AS
        SELECT s.id, s.study_id, s.state, s.audience, s.privacy_level, s.reward_amount, s.reward_currency,
          s.consent_id, s.snapshot, s.version, s.launched_at, s.opens_at, s.closes_at, s.closed_at,
          s.capacity, s.waitlisted, s.enrolled + s.started + s.completed AS participants,
          greatest(0, s.capacity - (s.offered + s.enrolled + s.started + s.completed)) AS seats_free,
          s.capacity > s.offered + s.enrolled + s.started + s.completed AND s.waitlisted = 0 AS admits
        FROM research.session s;

      GRANT SELECT ON identity.researcher_byline, identity.answering_account TO commonlab_app;
      GRANT SELECT ON identity.person_contact, identity.participant_profile TO commonlab_link;
      GRANT SELECT ON research.study_profile, research.recruitment TO commonlab_app, commonlab_link;
      GRANT SELECT ON research.consent_document TO commonlab_app;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP VIEW research.recruitment, research.consent_document, research.study_profile,
        identity.participant_profile, identity.answering_account, identity.person_contact,
        identity.researcher_byline;
    `);
  }
}
