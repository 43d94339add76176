import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Accounts and their credentials. While NEW, registrations of one address are separate rows; only
 * one ACTIVE account may hold it.
 */
export class IdentityAccounts1763690001000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE identity.account (
        id uuid PRIMARY KEY,
        email text NOT NULL,
        first_name text NOT NULL,
        last_name text NOT NULL,
        password_hash text,
        role text CHECK (role IN ('ADMINISTRATOR')),
        is_researcher boolean NOT NULL,
        organization text,
        organization_ror_id text,
        interests text,
        researcher_privilege boolean,
        status text NOT NULL CHECK (status IN ('NEW', 'ACTIVE')),
        language text NOT NULL,
        deletion_at timestamptz,
        deletion_reminded_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE UNIQUE INDEX account_active_email ON identity.account (email) WHERE status = 'ACTIVE';
      CREATE INDEX account_email ON identity.account (email);
      CREATE INDEX account_deletion ON identity.account (deletion_at) WHERE deletion_at IS NOT NULL;
      CREATE INDEX account_organization ON identity.account USING gin (organization gin_trgm_ops);

      CREATE TABLE identity.token (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES identity.account (id) ON DELETE CASCADE,
        hash bytea NOT NULL,
        remembered boolean NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL
      );
      CREATE UNIQUE INDEX token_hash ON identity.token (hash);
      CREATE INDEX token_account ON identity.token (account_id);
      CREATE INDEX token_expiry ON identity.token (expires_at);

      CREATE TABLE identity.verification (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES identity.account (id) ON DELETE CASCADE,
        key_hash bytea NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL
      );
      CREATE UNIQUE INDEX verification_key ON identity.verification (key_hash);
      CREATE INDEX verification_account ON identity.verification (account_id);

      CREATE TABLE identity.password_reset (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES identity.account (id) ON DELETE CASCADE,
        code_hash bytea NOT NULL,
        tries integer NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX password_reset_account ON identity.password_reset (account_id);

      CREATE TABLE identity.demographics (
        account_id uuid PRIMARY KEY REFERENCES identity.account (id) ON DELETE CASCADE,
        date_of_birth date,
        education_level text,
        updated_at timestamptz NOT NULL DEFAULT now()
      );

      CREATE TABLE identity.participation_link (
        participation_id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES identity.account (id) ON DELETE CASCADE
      );
      CREATE INDEX participation_link_account ON identity.participation_link (account_id);

      CREATE TABLE identity.roster_access (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES identity.account (id) ON DELETE CASCADE,
        researcher_id uuid NOT NULL,
        study_id uuid NOT NULL,
        session_id uuid NOT NULL,
        at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX roster_access_account ON identity.roster_access (account_id);

      GRANT SELECT, INSERT, UPDATE, DELETE
        ON identity.account, identity.token, identity.verification, identity.password_reset, identity.demographics
        TO commonlab_app;
      -- The application may write a link and never read one: names and answers meet only under commonlab_link.
      GRANT INSERT ON identity.participation_link TO commonlab_app;
      GRANT SELECT, DELETE ON identity.participation_link TO commonlab_link;
      GRANT SELECT, INSERT ON identity.roster_access TO commonlab_link;
      GRANT SELECT (id, email, first_name, last_name, language, status, deletion_at) ON identity.account TO commonlab_link;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(
      `DROP TABLE identity.roster_access, identity.participation_link, identity.demographics,
        identity.password_reset, identity.verification, identity.token, identity.account;`,
    );
  }
}
