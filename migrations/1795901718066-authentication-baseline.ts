import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the tables of server/authentication as they were at the first release. */
export class AuthenticationBaseline1795901718066 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE identity.password_reset (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES identity.account (id) ON DELETE CASCADE,
        code_hash bytea NOT NULL,
        tries integer NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL,
        tries_by_network jsonb NOT NULL DEFAULT '{}'::jsonb
      );
      CREATE INDEX password_reset_account ON identity.password_reset (account_id);
      CREATE INDEX password_reset_expiry ON identity.password_reset (expires_at);

      CREATE TABLE identity.identity (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES identity.account (id) ON DELETE CASCADE,
        provider text NOT NULL CHECK (provider IN ('google', 'microsoft', 'orcid', 'ssoready')),
        issuer text NOT NULL,
        subject text NOT NULL,
        -- The provider did not prove the address of the account that it created.
        unproven boolean NOT NULL DEFAULT false,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE UNIQUE INDEX identity_one_each ON identity.identity (account_id, provider);
      CREATE UNIQUE INDEX identity_subject ON identity.identity (issuer, subject);
      ALTER TABLE identity.identity ALTER COLUMN subject SET STATISTICS 0;

      -- A sign-in, or the linking of an account, that has begun at an OpenID provider. Verifier and nonce
      -- are derived from the id, state and key of which hashes are stored here.
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
        expires_at timestamptz NOT NULL,
        fresh boolean NOT NULL DEFAULT false
      );
      CREATE UNIQUE INDEX oidc_flow_key ON identity.oidc_flow (key_hash);
      CREATE INDEX oidc_flow_account ON identity.oidc_flow (account_id);
      CREATE INDEX oidc_flow_expiry ON identity.oidc_flow (expires_at);

      -- An identity that its provider proved; the account with its address is not proved yet.
      CREATE TABLE identity.pending_identity_link (
        id uuid PRIMARY KEY,
        token_hash bytea NOT NULL,
        account_id uuid NOT NULL REFERENCES identity.account (id) ON DELETE CASCADE,
        provider text NOT NULL,
        issuer text NOT NULL,
        subject text NOT NULL,
        expires_at timestamptz NOT NULL
      );
      CREATE UNIQUE INDEX pending_identity_link_token ON identity.pending_identity_link (token_hash);
      CREATE INDEX pending_identity_link_account ON identity.pending_identity_link (account_id);
      CREATE INDEX pending_identity_link_expiry ON identity.pending_identity_link (expires_at);
      ALTER TABLE identity.pending_identity_link ALTER COLUMN subject SET STATISTICS 0;

      CREATE TABLE identity.totp (
        account_id uuid PRIMARY KEY REFERENCES identity.account (id) ON DELETE CASCADE,
        -- AES-256-GCM under a key of the server's secret.
        secret bytea NOT NULL,
        confirmed_at timestamptz,
        -- The time step of the last code that was accepted: no code counts twice (RFC 6238, 5.2).
        last_step bigint,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX totp_unconfirmed ON identity.totp (created_at) WHERE confirmed_at IS NULL;

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
      ALTER TABLE identity.passkey ALTER COLUMN name SET STATISTICS 0;

      CREATE TABLE identity.passkey_registration (
        account_id uuid PRIMARY KEY REFERENCES identity.account (id) ON DELETE CASCADE,
        challenge text NOT NULL,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX passkey_registration_expiry ON identity.passkey_registration (expires_at);

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

      CREATE TABLE identity.used_id_token (
        hash bytea PRIMARY KEY,
        used_at timestamptz NOT NULL,
        -- The end of the issuer's signature: afterwards the token is refused anyway.
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX used_id_token_expiry ON identity.used_id_token (expires_at);

      CREATE TABLE identity.saml_connection (
        id uuid PRIMARY KEY,
        organization text NOT NULL,
        entity_id text NOT NULL,
        sso_url text NOT NULL,
        -- Signing certificates, DER in base64: several while the provider changes its key.
        certificates text[] NOT NULL,
        enabled boolean NOT NULL,
        last_test_at timestamptz,
        last_test_ok boolean,
        last_test_code text,
        last_test_detail text,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        trusted_at timestamptz,
        waiting jsonb,
        waiting_since timestamptz,
        waiting_by uuid,
        waiting_test jsonb,
        CONSTRAINT saml_connection_waits_since CHECK ((waiting IS NULL) = (waiting_since IS NULL)
          AND (waiting_by IS NULL OR waiting IS NOT NULL))
      );
      -- A subject is known by its issuer, so an issuer has one connection.
      CREATE UNIQUE INDEX saml_connection_entity ON identity.saml_connection (entity_id);

      CREATE TABLE identity.saml_domain (
        domain text PRIMARY KEY,
        connection_id uuid NOT NULL REFERENCES identity.saml_connection (id) ON DELETE CASCADE
      );
      CREATE INDEX saml_domain_connection ON identity.saml_domain (connection_id);

      -- Requests to a provider without a response yet: only a response to one of these counts, and only once.
      CREATE TABLE identity.saml_request (
        id text PRIMARY KEY,
        connection_id uuid NOT NULL REFERENCES identity.saml_connection (id) ON DELETE CASCADE,
        purpose text NOT NULL CHECK (purpose IN ('sign-in', 'test')),
        relay_state text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL,
        fresh boolean NOT NULL DEFAULT false,
        waiting_since timestamptz
      );
      CREATE INDEX saml_request_connection ON identity.saml_request (connection_id);
      CREATE INDEX saml_request_expiry ON identity.saml_request (expires_at);

      -- Assertions that were used, until they would no longer be valid.
      CREATE TABLE identity.saml_assertion (
        hash bytea PRIMARY KEY,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX saml_assertion_expiry ON identity.saml_assertion (expires_at);

      -- The person of an assertion, encrypted under the code, of which only the hash is stored.
      CREATE TABLE identity.saml_code (
        hash bytea PRIMARY KEY,
        connection_id uuid NOT NULL REFERENCES identity.saml_connection (id) ON DELETE CASCADE,
        person bytea NOT NULL,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX saml_code_connection ON identity.saml_code (connection_id);
      CREATE INDEX saml_code_expiry ON identity.saml_code (expires_at);

      -- The person of an assertion, encrypted under the token, of which only the hash is stored.
      CREATE TABLE identity.sso_token (
        hash bytea PRIMARY KEY,
        connection_id uuid NOT NULL REFERENCES identity.saml_connection (id) ON DELETE CASCADE,
        person bytea NOT NULL,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX sso_token_connection ON identity.sso_token (connection_id);
      CREATE INDEX sso_token_expiry ON identity.sso_token (expires_at);

      CREATE TABLE identity.failed_sign_in (
        id uuid PRIMARY KEY,
        account_id uuid REFERENCES identity.account (id) ON DELETE CASCADE,
        network bytea NOT NULL,
        hour timestamptz NOT NULL,
        count integer NOT NULL CHECK (count > 0)
      ) WITH (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02);
      CREATE UNIQUE INDEX failed_sign_in_once
        ON identity.failed_sign_in (account_id, network, hour) NULLS NOT DISTINCT;
      CREATE INDEX failed_sign_in_hour ON identity.failed_sign_in (hour, id);

      CREATE TABLE identity.known_place (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES identity.account (id) ON DELETE CASCADE,
        kind text NOT NULL CHECK (kind IN ('browser', 'network')),
        hash bytea NOT NULL,
        second_factor boolean NOT NULL DEFAULT false,
        last_day date NOT NULL
      );
      CREATE UNIQUE INDEX known_place_once ON identity.known_place (account_id, hash);
      CREATE INDEX known_place_hash ON identity.known_place (hash);
      CREATE INDEX known_place_last_day ON identity.known_place (last_day, id);

      CREATE TABLE identity.saml_encryption_key (
        id uuid PRIMARY KEY,
        singleton boolean NOT NULL DEFAULT true CHECK (singleton),
        certificate text NOT NULL,
        private_key bytea NOT NULL,
        created_at timestamptz NOT NULL
      );
      CREATE UNIQUE INDEX saml_encryption_key_once ON identity.saml_encryption_key (singleton);

      CREATE TABLE identity.saml_fault (
        id uuid PRIMARY KEY,
        connection_id uuid NOT NULL REFERENCES identity.saml_connection (id) ON DELETE CASCADE,
        code text NOT NULL,
        day date NOT NULL,
        count integer NOT NULL CHECK (count > 0),
        last_at timestamptz NOT NULL,
        last_request_id text NOT NULL
      );
      CREATE UNIQUE INDEX saml_fault_once ON identity.saml_fault (connection_id, code, day);
      CREATE INDEX saml_fault_day ON identity.saml_fault (day, id);

      CREATE TABLE identity.saml_change (
        id uuid PRIMARY KEY,
        connection_id uuid NOT NULL REFERENCES identity.saml_connection (id) ON DELETE CASCADE,
        at timestamptz NOT NULL,
        differences jsonb NOT NULL,
        sign_ins_ended integer NOT NULL CHECK (sign_ins_ended >= 0)
      );
      CREATE INDEX saml_change_connection ON identity.saml_change (connection_id);
      CREATE INDEX saml_change_at ON identity.saml_change (at, id);

      CREATE VIEW identity.linked_identity WITH (security_invoker = true) AS
        SELECT id, account_id, provider, issuer, subject, unproven, created_at
        FROM identity.identity;

      GRANT SELECT, INSERT, UPDATE, DELETE
        ON identity.password_reset, identity.identity, identity.oidc_flow, identity.pending_identity_link,
          identity.totp, identity.passkey, identity.passkey_registration, identity.recovery_code,
          identity.second_factor_challenge, identity.used_id_token, identity.saml_connection,
          identity.saml_domain, identity.saml_request, identity.saml_assertion, identity.saml_code,
          identity.sso_token, identity.failed_sign_in, identity.known_place, identity.saml_fault,
          identity.saml_change
        TO commonlab_app;
      GRANT SELECT, INSERT ON identity.saml_encryption_key TO commonlab_app;
      GRANT SELECT ON identity.linked_identity TO commonlab_app;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP VIEW identity.linked_identity;
      DROP TABLE identity.saml_change, identity.saml_fault, identity.saml_encryption_key,
        identity.known_place, identity.failed_sign_in, identity.sso_token, identity.saml_code,
        identity.saml_assertion, identity.saml_request, identity.saml_domain, identity.saml_connection,
        identity.used_id_token, identity.second_factor_challenge, identity.recovery_code,
        identity.passkey_registration, identity.passkey, identity.totp, identity.pending_identity_link,
        identity.oidc_flow, identity.identity, identity.password_reset CASCADE;
    `);
  }
}
