import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The installation's key for encrypted assertions, and the last faults of each connection: a code,
 * how often, when, and the request's id to look for in the log.
 */
export class AuthenticationSamlEncryption1795407794385 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE identity.saml_encryption_key (
        id uuid PRIMARY KEY,
        singleton boolean NOT NULL DEFAULT true CONSTRAINT saml_encryption_key_singleton_check CHECK (singleton),
        certificate text NOT NULL,
        private_key bytea NOT NULL,
        created_at timestamptz NOT NULL
      );
      CREATE UNIQUE INDEX saml_encryption_key_once ON identity.saml_encryption_key (singleton);
      GRANT SELECT, INSERT ON identity.saml_encryption_key TO commonlab_app;
      CREATE TABLE identity.saml_fault (
        id uuid PRIMARY KEY,
        connection_id uuid NOT NULL CONSTRAINT saml_fault_connection_id_fkey
          REFERENCES identity.saml_connection (id) ON DELETE CASCADE,
        code text NOT NULL,
        day date NOT NULL,
        count integer NOT NULL CONSTRAINT saml_fault_count_check CHECK (count > 0),
        last_at timestamptz NOT NULL,
        last_request_id text NOT NULL
      );
      CREATE UNIQUE INDEX saml_fault_once ON identity.saml_fault (connection_id, code, day);
      CREATE INDEX saml_fault_day ON identity.saml_fault (day, id);
      GRANT SELECT, INSERT, UPDATE, DELETE ON identity.saml_fault TO commonlab_app;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TABLE identity.saml_fault;
      DROP TABLE identity.saml_encryption_key;
    `);
  }
}
