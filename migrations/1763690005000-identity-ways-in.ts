import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Identities of external providers, the second factor, the list of sign-ins, and the audit log. */
export class IdentityWaysIn1763690005000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE identity.account ADD COLUMN disabled_at timestamptz;

      -- A browser's own name for itself ("Firefox on Linux"), never its address in the network.
      ALTER TABLE identity.token
        ADD COLUMN method text,
        ADD COLUMN device text,
        ADD COLUMN second_factor boolean NOT NULL DEFAULT false,
        ADD COLUMN last_used_at timestamptz NOT NULL DEFAULT now();

      CREATE TABLE identity.identity (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES identity.account (id) ON DELETE CASCADE,
        provider text NOT NULL CHECK (provider IN ('google', 'microsoft', 'orcid', 'ssoready')),
        issuer text NOT NULL,
        subject text NOT NULL,
        -- It came with an account whose address nobody but its own claim spoke for.
        unproven boolean NOT NULL DEFAULT false,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE UNIQUE INDEX identity_subject ON identity.identity (issuer, subject);
      CREATE UNIQUE INDEX identity_one_each ON identity.identity (account_id, provider);

      -- A sign-in or linking begun at an OpenID provider. Verifier and nonce are derived from the id, state and key kept as hashes.
      CREATE TABLE identity.oidc_flow (
        id uuid PRIMARY KEY,
        key_hash bytea NOT NULL,
        provider text NOT NULL,
        purpose text NOT NULL CHECK (purpose IN ('sign-in', 'link')),
        account_id uuid REFERENCES identity.account (id) ON DELETE CASCADE,
        remember boolean NOT NULL,
        is_researcher boolean NOT NULL,
        invitation_hash bytea,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL
      );
      CREATE UNIQUE INDEX oidc_flow_key ON identity.oidc_flow (key_hash);
      CREATE INDEX oidc_flow_account ON identity.oidc_flow (account_id);
      CREATE INDEX oidc_flow_expiry ON identity.oidc_flow (expires_at);

      -- An identity that was proven and waits for the proof of the account that has its address.
      CREATE TABLE identity.proven_identity (
        id uuid PRIMARY KEY,
        token_hash bytea NOT NULL,
        account_id uuid NOT NULL REFERENCES identity.account (id) ON DELETE CASCADE,
        provider text NOT NULL,
        issuer text NOT NULL,
        subject text NOT NULL,
        expires_at timestamptz NOT NULL
      );
      CREATE UNIQUE INDEX proven_identity_token ON identity.proven_identity (token_hash);
      CREATE INDEX proven_identity_account ON identity.proven_identity (account_id);
      CREATE INDEX proven_identity_expiry ON identity.proven_identity (expires_at);

      CREATE TABLE identity.totp (
        account_id uuid PRIMARY KEY REFERENCES identity.account (id) ON DELETE CASCADE,
        -- AES-256-GCM under a key of the server's secret.
        secret bytea NOT NULL,
        confirmed_at timestamptz,
        -- The time step of the last code taken: no code counts twice (RFC 6238, 5.2).
        last_step bigint,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE TABLE identity.passkey (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES identity.account (id) ON DELETE CASCADE,
        credential_id bytea NOT NULL,
        public_key bytea NOT NULL,
        counter bigint NOT NULL,
        transports text[] NOT NULL,
        name text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        last_used_at timestamptz
      );
      CREATE UNIQUE INDEX passkey_credential ON identity.passkey (credential_id);
      CREATE INDEX passkey_account ON identity.passkey (account_id);
      CREATE TABLE identity.passkey_registration (
        account_id uuid PRIMARY KEY REFERENCES identity.account (id) ON DELETE CASCADE,
        challenge text NOT NULL,
        expires_at timestamptz NOT NULL
      );
      CREATE TABLE identity.recovery_code (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES identity.account (id) ON DELETE CASCADE,
        code_hash bytea NOT NULL,
        used_at timestamptz
      );
      CREATE UNIQUE INDEX recovery_code_hash ON identity.recovery_code (account_id, code_hash);

      -- A sign-in whose first factor is proven.
      CREATE TABLE identity.second_factor_challenge (
        id uuid PRIMARY KEY,
        token_hash bytea NOT NULL,
        account_id uuid NOT NULL REFERENCES identity.account (id) ON DELETE CASCADE,
        method text NOT NULL,
        device text,
        remembered boolean NOT NULL,
        passkey_challenge text,
        tries integer NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL
      );
      CREATE UNIQUE INDEX second_factor_challenge_token ON identity.second_factor_challenge (token_hash);
      CREATE INDEX second_factor_challenge_account ON identity.second_factor_challenge (account_id);
      CREATE INDEX second_factor_challenge_expiry ON identity.second_factor_challenge (expires_at);

      -- Appended to and never changed, by grant. Ids and codes only.
      CREATE TABLE platform.audit (
        id uuid PRIMARY KEY,
        at timestamptz NOT NULL,
        action text NOT NULL,
        actor_id uuid,
        subject_id uuid,
        details jsonb NOT NULL,
        request_id text
      );
      CREATE INDEX audit_at ON platform.audit (at, id);
      CREATE INDEX audit_actor ON platform.audit (actor_id, at);
      CREATE INDEX audit_subject ON platform.audit (subject_id, at);
      -- The chain, made seconds later so that nobody queues at one row: each seal covers the one before.
      CREATE TABLE platform.audit_seal (
        sequence bigint PRIMARY KEY,
        audit_id uuid NOT NULL,
        seal bytea NOT NULL
      );
      CREATE UNIQUE INDEX audit_seal_record ON platform.audit_seal (audit_id);

      GRANT SELECT, INSERT, UPDATE, DELETE
        ON identity.identity, identity.oidc_flow, identity.proven_identity, identity.totp, identity.passkey,
          identity.passkey_registration, identity.recovery_code, identity.second_factor_challenge
        TO commonlab_app;
      GRANT SELECT, INSERT ON platform.audit, platform.audit_seal TO commonlab_app;
      GRANT INSERT ON platform.audit TO commonlab_link;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TABLE platform.audit_seal, platform.audit, identity.second_factor_challenge,
        identity.recovery_code, identity.passkey_registration, identity.passkey, identity.totp,
        identity.proven_identity, identity.oidc_flow, identity.identity;
      ALTER TABLE identity.token DROP COLUMN method, DROP COLUMN device, DROP COLUMN second_factor, DROP COLUMN last_used_at;
      ALTER TABLE identity.account DROP COLUMN disabled_at;
    `);
  }
}
