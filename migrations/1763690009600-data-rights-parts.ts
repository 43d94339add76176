import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Maximum bytes of one row. */
const partBytes = 262_144;

/** Exports are written and read in parts, and an expired export has a state of its own. */
export class DataRightsParts1763690009600 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- The account beside its participations: the application itself cannot read it.
      CREATE TABLE identity.export_part (
        export_id uuid NOT NULL REFERENCES identity.export (id) ON DELETE CASCADE,
        first_byte integer NOT NULL,
        bytes bytea NOT NULL,
        PRIMARY KEY (export_id, first_byte)
      );
      ALTER TABLE identity.export_part ALTER COLUMN bytes SET STORAGE EXTERNAL; -- compressed already
      INSERT INTO identity.export_part (export_id, first_byte, bytes)
        SELECT c.export_id, n, substring(c.bytes FROM n + 1 FOR ${partBytes})
        FROM identity.export_content c,
          generate_series(0, greatest(octet_length(c.bytes) - 1, 0), ${partBytes}) AS n;
      DROP TABLE identity.export_content;

      ALTER TABLE identity.export DROP CONSTRAINT export_state_check,
        ADD CONSTRAINT export_state_check CHECK (state IN ('waiting', 'running', 'ready', 'failed', 'expired'));

      -- DELETE: what an attempt left that did not come to its end.
      GRANT SELECT, INSERT, DELETE ON identity.export_part TO commonlab_link;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE identity.export_content (
        export_id uuid PRIMARY KEY REFERENCES identity.export (id) ON DELETE CASCADE,
        bytes bytea NOT NULL
      );
      ALTER TABLE identity.export_content ALTER COLUMN bytes SET STORAGE EXTERNAL;
      INSERT INTO identity.export_content (export_id, bytes)
        SELECT p.export_id, string_agg(p.bytes, '' ORDER BY p.first_byte)
        FROM identity.export_part p JOIN identity.export e ON e.id = p.export_id
        WHERE e.state = 'ready' GROUP BY p.export_id;
      DROP TABLE identity.export_part;
      DELETE FROM identity.export WHERE state = 'expired';
      ALTER TABLE identity.export DROP CONSTRAINT export_state_check,
        ADD CONSTRAINT export_state_check CHECK (state IN ('waiting', 'running', 'ready', 'failed'));
      GRANT SELECT, INSERT ON identity.export_content TO commonlab_link;
    `);
  }
}
