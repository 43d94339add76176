import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Stores where the chain of the audit log begins after old months were dropped (`npm run audit:cut`). Only
 * the owner writes here. `down` deletes it: the check of an older version then misses the beginning of a log
 * that was cut.
 */
export class AuditCut1795367935599 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE platform.audit_cut (
        sequence bigint PRIMARY KEY,
        seal bytea NOT NULL,
        at timestamptz NOT NULL,
        kept_from timestamptz NOT NULL,
        cut_at timestamptz NOT NULL,
        mac bytea NOT NULL
      );
      GRANT SELECT ON platform.audit_cut TO commonlab_app;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE platform.audit_cut`);
  }
}
