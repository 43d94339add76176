import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Drops the views whose columns another view gives the same roles: `identity.person` has the columns
 * of `mail_recipient` and `person_contact`, `research.study_profile` those of `study_title`, and
 * `identity.account_profile` the role and status that `active_administrator` selects by. No role reads
 * a column that it could not read before. An older server cannot run beside this one (docs/operating.md,
 * updating).
 */
export class ViewsFolded1795365501174 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP VIEW identity.mail_recipient, identity.person_contact, identity.active_administrator,
        research.study_title;
      ALTER VIEW identity.answering_account RENAME TO responsible_account;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER VIEW identity.responsible_account RENAME TO answering_account;
      CREATE VIEW identity.person_contact WITH (security_invoker = true) AS
        SELECT id, first_name, last_name, email FROM identity.account;
      CREATE VIEW identity.mail_recipient WITH (security_invoker = true) AS
        SELECT id, email, first_name, last_name, language, status, is_researcher, deletion_at
        FROM identity.account;
      CREATE VIEW identity.active_administrator WITH (security_invoker = true) AS
        SELECT id FROM identity.account WHERE role = 'ADMINISTRATOR' AND status = 'ACTIVE';
      CREATE VIEW research.study_title WITH (security_invoker = true) AS
        SELECT id, title, duration_minutes FROM research.study;
      GRANT SELECT ON identity.person_contact TO commonlab_link;
      GRANT SELECT ON identity.mail_recipient, research.study_title TO commonlab_app, commonlab_link;
      GRANT SELECT ON identity.active_administrator TO commonlab_app;
    `);
  }
}
