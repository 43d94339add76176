import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the tables of server/operator as they were at the first release. */
export class OperatorBaseline1795901717057 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE platform.operator_page (
        name text NOT NULL,
        language text NOT NULL,
        version text NOT NULL,
        body text NOT NULL,
        since timestamptz NOT NULL,
        PRIMARY KEY (name, language, version)
      );

      CREATE TABLE identity.terms_acceptance (
        account_id uuid NOT NULL REFERENCES identity.account (id) ON DELETE CASCADE,
        version text NOT NULL,
        language text NOT NULL,
        accepted_at timestamptz NOT NULL,
        PRIMARY KEY (account_id, version)
      );

      GRANT SELECT, INSERT ON platform.operator_page, identity.terms_acceptance TO commonlab_app;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TABLE identity.terms_acceptance, platform.operator_page CASCADE;
    `);
  }
}
