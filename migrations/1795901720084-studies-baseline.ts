import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the tables of server/studies as they were at the first release. */
export class StudiesBaseline1795901720084 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE research.study (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        title text NOT NULL,
        description text NOT NULL,
        duration_minutes integer NOT NULL,
        maximum_minutes integer NOT NULL,
        reward_amount integer,
        reward_currency text,
        privacy_level text NOT NULL CHECK (privacy_level IN ('anonymous', 'roster_on_completion',
          'roster_on_start')),
        additional_notes text,
        requirements jsonb NOT NULL DEFAULT '[]'::jsonb,
        eligibility jsonb NOT NULL DEFAULT '[]'::jsonb,
        runtime jsonb,
        allow_repeats boolean NOT NULL DEFAULT false,
        state text NOT NULL CHECK (state IN ('draft', 'ready', 'archived')),
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        ever_anonymous boolean NOT NULL DEFAULT false,
        ever_on_completion boolean NOT NULL DEFAULT false,
        version integer NOT NULL DEFAULT 1,
        copy_key uuid,
        payment_terms jsonb,
        CONSTRAINT study_reward_has_currency CHECK ((reward_amount IS NULL) = (reward_currency IS NULL)),
        CONSTRAINT study_minutes CHECK (duration_minutes > 0 AND maximum_minutes > 0),
        CONSTRAINT study_currency CHECK (reward_currency ~ '^[A-Z]{3}$'),
        CONSTRAINT study_reward CHECK (reward_amount >= 0),
        CONSTRAINT study_payment_terms CHECK (payment_terms IS NULL
          OR (jsonb_typeof(payment_terms -> 'how') = 'string'
          AND ((payment_terms ->> 'within_days')::integer) BETWEEN 0 AND 90) IS TRUE)
      );
      CREATE INDEX study_owner ON research.study (owner_id, id);
      CREATE UNIQUE INDEX study_copy ON research.study (owner_id, copy_key) WHERE copy_key IS NOT NULL;

      CREATE TABLE research.consent (
        id uuid PRIMARY KEY,
        study_id uuid NOT NULL REFERENCES research.study (id),
        version integer NOT NULL,
        state text NOT NULL CHECK (state IN ('draft', 'valid', 'deprecated', 'invalid')),
        title text NOT NULL,
        kind text NOT NULL CHECK (kind IN ('markdown', 'pdf')),
        body_markdown text,
        sha256 text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        withdrawn_at timestamptz,
        withdrawn_reason text,
        locale text,
        comprehension jsonb,
        translations jsonb NOT NULL DEFAULT '[]'::jsonb,
        CONSTRAINT consent_withdrawn CHECK ((state = 'invalid') = (withdrawn_at IS NOT NULL)
          AND (withdrawn_at IS NULL) = (withdrawn_reason IS NULL))
      );
      CREATE UNIQUE INDEX consent_version ON research.consent (study_id, version);
      CREATE UNIQUE INDEX consent_one_valid ON research.consent (study_id) WHERE state = 'valid';

      CREATE TABLE identity.study_collaborator (
        account_id uuid NOT NULL REFERENCES identity.account (id) ON DELETE CASCADE,
        study_id uuid NOT NULL REFERENCES research.study (id),
        role text NOT NULL CHECK (role IN ('editor', 'analyst', 'viewer')),
        since timestamptz NOT NULL,
        roster_opening uuid,
        sees_roster_since timestamptz,
        sees_roster_by uuid,
        PRIMARY KEY (account_id, study_id),
        CONSTRAINT study_collaborator_opening_check
          CHECK (num_nulls(roster_opening, sees_roster_since, sees_roster_by) IN (0, 3))
      );
      CREATE INDEX study_collaborator_study ON identity.study_collaborator (study_id);

      CREATE TABLE research.study_former_owner (
        study_id uuid NOT NULL REFERENCES research.study (id),
        until timestamptz NOT NULL,
        account_id uuid NOT NULL,
        PRIMARY KEY (study_id, until)
      );
      CREATE INDEX study_former_owner_account ON research.study_former_owner (account_id);

      CREATE TABLE research.study_variable (
        study_id uuid NOT NULL REFERENCES research.study (id) ON DELETE CASCADE,
        name text NOT NULL,
        description text NOT NULL,
        unit text NOT NULL,
        levels jsonb NOT NULL,
        version uuid NOT NULL,
        PRIMARY KEY (study_id, name),
        CONSTRAINT study_variable_said_check CHECK (description <> '' OR unit <> ''
          OR levels <> '[]'::jsonb)
      );

      CREATE VIEW research.study_profile WITH (security_invoker = true) AS
        SELECT id, owner_id, title, description, duration_minutes, maximum_minutes, reward_amount,
          reward_currency, privacy_level, additional_notes, requirements, eligibility, runtime,
          allow_repeats, state, created_at, updated_at, version, payment_terms
        FROM research.study;

      CREATE VIEW research.consent_document WITH (security_invoker = true) AS
        SELECT id, study_id, version, state, title, kind, body_markdown, sha256, created_at, withdrawn_at,
          withdrawn_reason, locale, comprehension, translations
        FROM research.consent;

      GRANT SELECT, INSERT, UPDATE, DELETE
        ON research.study, research.consent, identity.study_collaborator, research.study_variable
        TO commonlab_app;
      GRANT SELECT ON research.study, research.consent, research.study_variable TO commonlab_export;
      GRANT SELECT
        ON research.study, research.consent, identity.study_collaborator, research.study_former_owner,
          research.study_profile, research.consent_document
        TO commonlab_link;
      GRANT SELECT, INSERT ON research.study_former_owner TO commonlab_app;
      GRANT SELECT ON research.study_profile, research.consent_document TO commonlab_app;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP VIEW research.consent_document, research.study_profile;
      DROP TABLE research.study_variable, research.study_former_owner, identity.study_collaborator,
        research.consent, research.study CASCADE;
    `);
  }
}
