import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Single sign-on by SAML: which organization's identity provider authenticates which mail domains,
 * and every pending sign-on.
 */
export class IdentitySaml1763690006000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
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
        updated_at timestamptz NOT NULL DEFAULT now()
      );
      -- A subject is known by its issuer, so no two connections may speak for one issuer.
      CREATE UNIQUE INDEX saml_connection_entity ON identity.saml_connection (entity_id);

      CREATE TABLE identity.saml_domain (
        domain text PRIMARY KEY,
        connection_id uuid NOT NULL REFERENCES identity.saml_connection (id) ON DELETE CASCADE
      );
      CREATE INDEX saml_domain_connection ON identity.saml_domain (connection_id);

      -- What was asked of a provider and not answered yet: only a response to one of these counts, and only once.
      CREATE TABLE identity.saml_request (
        id text PRIMARY KEY,
        connection_id uuid NOT NULL REFERENCES identity.saml_connection (id) ON DELETE CASCADE,
        purpose text NOT NULL CHECK (purpose IN ('sign-in', 'test')),
        relay_state text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX saml_request_connection ON identity.saml_request (connection_id);
      CREATE INDEX saml_request_expiry ON identity.saml_request (expires_at);

      -- Assertions that were used, for as long as they would be valid.
      CREATE TABLE identity.saml_assertion (
        hash bytea PRIMARY KEY,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX saml_assertion_expiry ON identity.saml_assertion (expires_at);

      -- Whom a provider vouched for: encrypted under the code or token itself, of which only the hash is here.
      CREATE TABLE identity.saml_code (
        hash bytea PRIMARY KEY,
        connection_id uuid NOT NULL REFERENCES identity.saml_connection (id) ON DELETE CASCADE,
        person bytea NOT NULL,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX saml_code_connection ON identity.saml_code (connection_id);
      CREATE INDEX saml_code_expiry ON identity.saml_code (expires_at);
      CREATE TABLE identity.sso_token (
        hash bytea PRIMARY KEY,
        connection_id uuid NOT NULL REFERENCES identity.saml_connection (id) ON DELETE CASCADE,
        person bytea NOT NULL,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX sso_token_connection ON identity.sso_token (connection_id);
      CREATE INDEX sso_token_expiry ON identity.sso_token (expires_at);

      GRANT SELECT, INSERT, UPDATE, DELETE
        ON identity.saml_connection, identity.saml_domain, identity.saml_request, identity.saml_assertion,
          identity.saml_code, identity.sso_token
        TO commonlab_app;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(
      `DROP TABLE identity.sso_token, identity.saml_code, identity.saml_assertion,
        identity.saml_request, identity.saml_domain, identity.saml_connection`,
    );
  }
}
