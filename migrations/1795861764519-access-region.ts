import type { MigrationInterface, QueryRunner } from 'typeorm';

const person =
  'id, email, first_name, last_name, status, language, is_researcher, disabled_at, deletion_at';
const profile = `id, email, first_name, last_name, status, language, role, is_researcher,
      researcher_privilege, organization, organization_ror_id, interests,
      password_hash IS NOT NULL AS has_password, disabled_at, deletion_at, created_at`;

/**
 * The time zone and the region of an account's browser, by which its mails say moments. Read for mails and by
 * the account holder; no list of participants has them.
 */
export class AccessRegion1795861764519 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE identity.account ADD COLUMN zone text, ADD COLUMN region text,
        ADD CONSTRAINT account_region CHECK (region ~ '^([A-Z]{2}|[0-9]{3})$');
      GRANT SELECT (zone, region) ON identity.account TO commonlab_link;
      CREATE OR REPLACE VIEW identity.person WITH (security_invoker = true) AS
        SELECT ${person}, zone, region FROM identity.account;
      CREATE OR REPLACE VIEW identity.account_profile WITH (security_invoker = true) AS
        SELECT ${profile}, zone, region FROM identity.account;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    // Views that others are made of: a column cannot be taken out in place.
    await db.query(`
      DROP VIEW identity.person, identity.account_profile;
      CREATE VIEW identity.person WITH (security_invoker = true) AS
        SELECT ${person} FROM identity.account;
      CREATE VIEW identity.account_profile WITH (security_invoker = true) AS
        SELECT ${profile} FROM identity.account;
      GRANT SELECT ON identity.person TO commonlab_app, commonlab_link;
      GRANT SELECT ON identity.account_profile TO commonlab_app;
      REVOKE SELECT (zone, region) ON identity.account FROM commonlab_link;
      ALTER TABLE identity.account DROP COLUMN zone, DROP COLUMN region;
    `);
  }
}
