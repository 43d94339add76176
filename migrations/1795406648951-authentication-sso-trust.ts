import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Changes of a connection that an administrator requested and that others may still stop
 * (docs/decisions/saml.md). Connections that exist already are trusted.
 */
export class AuthenticationSsoTrust1795406648951 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE identity.saml_connection
        ADD COLUMN trusted_at timestamptz,
        ADD COLUMN waiting jsonb,
        ADD COLUMN waiting_since timestamptz,
        ADD COLUMN waiting_by uuid,
        ADD CONSTRAINT saml_connection_waits_since
          CHECK ((waiting IS NULL) = (waiting_since IS NULL) AND (waiting_by IS NULL OR waiting IS NOT NULL));
      UPDATE identity.saml_connection SET trusted_at = updated_at;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE identity.saml_connection DROP CONSTRAINT saml_connection_waits_since,
        DROP COLUMN trusted_at, DROP COLUMN waiting, DROP COLUMN waiting_since, DROP COLUMN waiting_by;
    `);
  }
}
