import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Columns that identify a person, in plain text. */
const identifying = [
  ['account', 'email'],
  ['account', 'first_name'],
  ['account', 'last_name'],
  ['account', 'interests'],
  ['account', 'password_hash'],
  ['account_note', 'reason'],
  ['identity', 'subject'],
  ['proven_identity', 'subject'],
  ['passkey', 'name'],
  ['review', 'interests'],
  ['review', 'reason'],
] as const;

/** Exports of everything stored about one person, built for that person. */
export class DataRights1763690008000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE identity.export (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES identity.account (id) ON DELETE CASCADE,
        state text NOT NULL CHECK (state IN ('waiting', 'running', 'ready', 'failed')),
        progress integer NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 100),
        tries integer NOT NULL DEFAULT 0,
        size integer,
        requested_at timestamptz NOT NULL DEFAULT now(),
        ready_at timestamptz,
        expires_at timestamptz NOT NULL
      );
      -- However many ask at once, one is under way.
      CREATE UNIQUE INDEX export_one_under_way ON identity.export (account_id) WHERE state IN ('waiting', 'running');
      CREATE INDEX export_account ON identity.export (account_id, requested_at);
      CREATE INDEX export_expiry ON identity.export (expires_at);

      -- The account beside its participations: the application itself cannot read it.
      CREATE TABLE identity.export_content (
        export_id uuid PRIMARY KEY REFERENCES identity.export (id) ON DELETE CASCADE,
        bytes bytea NOT NULL
      );
      ALTER TABLE identity.export_content ALTER COLUMN bytes SET STORAGE EXTERNAL; -- compressed already

      CREATE INDEX roster_access_researcher ON identity.roster_access (researcher_id);

      -- ANALYZE keeps samples of a column's values, which an erased person would stay in. A change of type,
      -- though to the same, throws away earlier samples.
      ${identifying
        .map(
          ([table, column]) =>
            `ALTER TABLE identity.${table} ALTER COLUMN ${column} TYPE text,
             ALTER COLUMN ${column} SET STATISTICS 0;`,
        )
        .join('\n      ')}

      GRANT SELECT, INSERT, UPDATE, DELETE ON identity.export TO commonlab_app;
      GRANT SELECT, INSERT ON identity.export_content TO commonlab_link;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP INDEX identity.roster_access_researcher;
      DROP TABLE identity.export_content, identity.export;
      ${identifying.map(([table, column]) => `ALTER TABLE identity.${table} ALTER COLUMN ${column} SET STATISTICS -1;`).join('\n      ')}
    `);
  }
}
