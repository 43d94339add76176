import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The views through which the mails of a context read tables of another context. `security_invoker`
 * keeps the grants of the base tables: a view opens no column to a role that could not read it
 * before.
 */
export class MailViews1795324300000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- access
      CREATE VIEW identity.mail_recipient WITH (security_invoker = true) AS
        SELECT id, email, first_name, last_name, language, status, is_researcher, deletion_at
        FROM identity.account;
      -- Apart, since commonlab_link may not read an account's role.
      CREATE VIEW identity.active_administrator WITH (security_invoker = true) AS
        SELECT id FROM identity.account WHERE role = 'ADMINISTRATOR' AND status = 'ACTIVE';
      -- studies
      CREATE VIEW research.study_title WITH (security_invoker = true) AS
        SELECT id, title, duration_minutes FROM research.study;

      GRANT SELECT ON identity.mail_recipient TO commonlab_app, commonlab_link;
      GRANT SELECT ON identity.active_administrator TO commonlab_app;
      GRANT SELECT ON research.study_title TO commonlab_app, commonlab_link;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(
      `DROP VIEW research.study_title, identity.active_administrator, identity.mail_recipient;`,
    );
  }
}
