import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the tables of server/audit as they were at the first release. */
export class AuditBaseline1795901732192 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- The chain of seals, each over the one before. It is written seconds later, so that no writer of
      -- the log waits for another.
      CREATE TABLE platform.audit_seal (
        sequence bigint PRIMARY KEY,
        audit_id uuid NOT NULL,
        at timestamptz NOT NULL,
        seal bytea NOT NULL
      );
      CREATE UNIQUE INDEX audit_seal_record ON platform.audit_seal (audit_id);

      CREATE TABLE platform.audit_cut (
        sequence bigint PRIMARY KEY,
        seal bytea NOT NULL,
        at timestamptz NOT NULL,
        kept_from timestamptz NOT NULL,
        cut_at timestamptz NOT NULL,
        mac bytea NOT NULL
      );

      GRANT SELECT, INSERT ON platform.audit_seal TO commonlab_app;
      GRANT SELECT ON platform.audit_cut TO commonlab_app;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TABLE platform.audit_cut, platform.audit_seal CASCADE;
    `);
  }
}
