import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The fields that a change of a connection changed, for the emails about it; the trial of a waiting change;
 * and the moment of the change that a running trial is about.
 */
export class AuthenticationSsoChanges1795770000001 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE identity.saml_connection ADD COLUMN waiting_test jsonb;
      ALTER TABLE identity.saml_request ADD COLUMN waiting_since timestamptz;
      CREATE TABLE identity.saml_change (
        id uuid PRIMARY KEY,
        connection_id uuid NOT NULL CONSTRAINT saml_change_connection_id_fkey
          REFERENCES identity.saml_connection (id) ON DELETE CASCADE,
        at timestamptz NOT NULL,
        differences jsonb NOT NULL,
        sign_ins_ended integer NOT NULL CONSTRAINT saml_change_sign_ins_ended_check CHECK (sign_ins_ended >= 0)
      );
      CREATE INDEX saml_change_connection ON identity.saml_change (connection_id);
      CREATE INDEX saml_change_at ON identity.saml_change (at, id);
      GRANT SELECT, INSERT, UPDATE, DELETE ON identity.saml_change TO commonlab_app;`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TABLE identity.saml_change;
      ALTER TABLE identity.saml_request DROP COLUMN waiting_since;
      ALTER TABLE identity.saml_connection DROP COLUMN waiting_test`);
  }
}
