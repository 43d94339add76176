import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Researchers who asked the administrators for the deletion of their accounts. */
export class AccountsDeletionRequests1795412699390 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE identity.deletion_request (
        account_id uuid PRIMARY KEY REFERENCES identity.account (id) ON DELETE CASCADE,
        requested_at timestamptz NOT NULL
      );
      CREATE VIEW identity.requested_deletion WITH (security_invoker = true) AS
        SELECT account_id, requested_at FROM identity.deletion_request;
      GRANT SELECT, INSERT, DELETE ON identity.deletion_request TO commonlab_app;
      GRANT SELECT ON identity.requested_deletion TO commonlab_app;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP VIEW identity.requested_deletion;
      DROP TABLE identity.deletion_request;
    `);
  }
}
