import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the tables of server/data-rights as they were at the first release. */
export class DataRightsBaseline1795901731183 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE identity.export (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES identity.account (id) ON DELETE CASCADE,
        state text NOT NULL CHECK (state IN ('waiting', 'running', 'ready', 'failed', 'expired')),
        progress integer NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 100),
        tries integer NOT NULL DEFAULT 0,
        size integer,
        requested_at timestamptz NOT NULL DEFAULT now(),
        ready_at timestamptz,
        expires_at timestamptz NOT NULL
      );
      -- At most one export of an account is made at a time.
      CREATE UNIQUE INDEX export_one_under_way ON identity.export (account_id)
        WHERE state IN ('waiting', 'running');
      CREATE INDEX export_account ON identity.export (account_id, requested_at);
      CREATE INDEX export_expiry ON identity.export (expires_at);

      -- An account beside its participations: the application itself cannot read it.
      CREATE TABLE identity.export_part (
        export_id uuid NOT NULL REFERENCES identity.export (id) ON DELETE CASCADE,
        first_byte integer NOT NULL,
        bytes bytea NOT NULL,
        id uuid NOT NULL,
        PRIMARY KEY (export_id, first_byte)
      );
      CREATE UNIQUE INDEX export_part_id ON identity.export_part (id);
      -- The content is compressed already.
      ALTER TABLE identity.export_part ALTER COLUMN bytes SET STORAGE EXTERNAL;

      GRANT SELECT, INSERT, UPDATE, DELETE ON identity.export TO commonlab_app;
      GRANT SELECT, INSERT, DELETE ON identity.export_part TO commonlab_link;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TABLE identity.export_part, identity.export CASCADE;
    `);
  }
}
