import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Counts failed sign-ins in rows that expire, instead of records of the audit log, which cannot be deleted
 * one by one. Records that the log already has stay there.
 */
export class AuthenticationFailedSignIns1795367031776 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE identity.failed_sign_in (
        id uuid PRIMARY KEY,
        account_id uuid REFERENCES identity.account (id) ON DELETE CASCADE,
        network bytea NOT NULL,
        hour timestamptz NOT NULL,
        count integer NOT NULL CHECK (count > 0)
      ) WITH (fillfactor = 70); -- room for the next count in the same page
      CREATE UNIQUE INDEX failed_sign_in_once
        ON identity.failed_sign_in (account_id, network, hour) NULLS NOT DISTINCT;
      CREATE INDEX failed_sign_in_hour ON identity.failed_sign_in (hour, id);
      GRANT SELECT, INSERT, UPDATE, DELETE ON identity.failed_sign_in TO commonlab_app;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE identity.failed_sign_in`);
  }
}
