import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The views through which other contexts read this context's tables, where they join them in one
 * statement. A view checks the rights of its reader (`security_invoker`), so it opens nothing that
 * the grants on the tables keep closed. `person` has exactly the columns that `commonlab_link` may
 * read of an account.
 */
export class PersonViews1795324100000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- access
      CREATE VIEW identity.person WITH (security_invoker = true) AS
        SELECT id, email, first_name, last_name, status, language, is_researcher, disabled_at, deletion_at
        FROM identity.account;
      CREATE VIEW identity.account_profile WITH (security_invoker = true) AS
        SELECT id, email, first_name, last_name, status, language, role, is_researcher,
          researcher_privilege, organization, organization_ror_id, interests,
          password_hash IS NOT NULL AS has_password, disabled_at, deletion_at, created_at
        FROM identity.account;
      CREATE VIEW identity.sign_in WITH (security_invoker = true) AS
        SELECT id, account_id, method, device, remembered, second_factor, proved_at, created_at,
          last_used_at, expires_at
        FROM identity.token;
      -- accounts
      CREATE VIEW identity.administrator_note WITH (security_invoker = true) AS
        SELECT id, account_id, reason, created_at FROM identity.account_note;
      -- authentication
      CREATE VIEW identity.linked_identity WITH (security_invoker = true) AS
        SELECT id, account_id, provider, issuer, subject, unproven, created_at FROM identity.identity;
      GRANT SELECT ON identity.person TO commonlab_app, commonlab_link;
      GRANT SELECT ON identity.account_profile, identity.sign_in, identity.administrator_note,
        identity.linked_identity TO commonlab_app;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP VIEW identity.linked_identity, identity.administrator_note, identity.sign_in,
        identity.account_profile, identity.person;
    `);
  }
}
