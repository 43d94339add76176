import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the tables of server/accounts as they were at the first release. */
export class AccountsBaseline1795901716048 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE identity.verification (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES identity.account (id) ON DELETE CASCADE,
        key_hash bytea NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL,
        browser_hash bytea,
        used boolean NOT NULL DEFAULT false
      );
      CREATE UNIQUE INDEX verification_key ON identity.verification (key_hash);
      CREATE INDEX verification_account ON identity.verification (account_id);
      CREATE INDEX verification_expiry ON identity.verification (expires_at);

      CREATE TABLE identity.demographics (
        account_id uuid PRIMARY KEY REFERENCES identity.account (id) ON DELETE CASCADE,
        date_of_birth date,
        education_level text,
        updated_at timestamptz NOT NULL DEFAULT now(),
        country text,
        languages text[],
        sex text,
        gender text,
        handedness text,
        sight text[],
        hearing text[],
        devices text[],
        CONSTRAINT demographics_education_level CHECK (education_level ~ '^[a-z_]+$'),
        CONSTRAINT demographics_country CHECK (country ~ '^[A-Z]{2}$'),
        CONSTRAINT demographics_several CHECK (cardinality(languages) BETWEEN 1 AND 20
          AND cardinality(sight) BETWEEN 1 AND 20 AND cardinality(hearing) BETWEEN 1 AND 20
          AND cardinality(devices) BETWEEN 1 AND 20)
      );

      -- Written once, beside the record of the audit log that names it; erased with the account only.
      CREATE TABLE identity.account_note (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES identity.account (id) ON DELETE CASCADE,
        reason text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX account_note_account ON identity.account_note (account_id);
      ALTER TABLE identity.account_note ALTER COLUMN reason SET STATISTICS 0;

      CREATE TABLE identity.deletion_request (
        account_id uuid PRIMARY KEY REFERENCES identity.account (id) ON DELETE CASCADE,
        requested_at timestamptz NOT NULL
      );

      CREATE VIEW identity.administrator_note WITH (security_invoker = true) AS
        SELECT id, account_id, reason, created_at
        FROM identity.account_note;

      -- Accounts that can be invited as participants, with their demographics.
      CREATE VIEW identity.participant_profile WITH (security_invoker = true) AS
        SELECT a.id, d.date_of_birth, d.education_level, d.country, d.languages, d.sex, d.gender,
          d.handedness, d.sight, d.hearing, d.devices
        FROM identity.account a
        LEFT JOIN identity.demographics d ON d.account_id = a.id
        WHERE a.status = 'ACTIVE' AND a.disabled_at IS NULL AND a.deletion_at IS NULL
          AND NOT a.is_researcher;

      CREATE VIEW identity.requested_deletion WITH (security_invoker = true) AS
        SELECT account_id, requested_at
        FROM identity.deletion_request;

      GRANT SELECT, INSERT, UPDATE, DELETE ON identity.verification TO commonlab_app;
      GRANT INSERT, UPDATE, DELETE ON identity.demographics TO commonlab_app;
      GRANT SELECT ON identity.demographics, identity.participant_profile TO commonlab_link;
      GRANT SELECT, INSERT ON identity.account_note TO commonlab_app;
      GRANT SELECT, INSERT, DELETE ON identity.deletion_request TO commonlab_app;
      GRANT SELECT ON identity.administrator_note, identity.requested_deletion TO commonlab_app;
      GRANT SELECT (account_id, updated_at) ON identity.demographics TO commonlab_app;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP VIEW identity.requested_deletion, identity.participant_profile, identity.administrator_note;
      DROP TABLE identity.deletion_request, identity.account_note, identity.demographics,
        identity.verification CASCADE;
    `);
  }
}
