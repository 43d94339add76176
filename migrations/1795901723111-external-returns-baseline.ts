import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the tables of server/external-returns as they were at the first release. */
export class ExternalReturnsBaseline1795901723111 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE research.external_secret (
        session_id uuid PRIMARY KEY REFERENCES research.session (id),
        secret bytea NOT NULL
      );

      CREATE TABLE research.external_return (
        id uuid PRIMARY KEY,
        session_id uuid NOT NULL REFERENCES research.session (id),
        tag text NOT NULL,
        way text NOT NULL,
        outcome text NOT NULL,
        result text NOT NULL,
        reason text NOT NULL,
        day date NOT NULL,
        last_at timestamptz,
        times integer NOT NULL DEFAULT 1,
        told_result text NOT NULL,
        told_reason text NOT NULL,
        CONSTRAINT external_return_way CHECK (way IN ('redirect', 'server', 'code')),
        CONSTRAINT external_return_outcome
          CHECK (outcome IN ('', 'completed', 'screened_out', 'failed_check')),
        CONSTRAINT external_return_result CHECK (result IN ('done', 'already', 'refused')),
        CONSTRAINT external_return_reason CHECK ((reason = '') = (result <> 'refused')),
        CONSTRAINT external_return_told_result CHECK (told_result IN ('done', 'already', 'refused')),
        CONSTRAINT external_return_told_reason CHECK ((told_reason = '') = (told_result <> 'refused'))
      );
      CREATE UNIQUE INDEX external_return_kind
        ON research.external_return (session_id, tag, day, way, outcome, result, reason, told_result,
        told_reason);

      GRANT SELECT, INSERT, UPDATE ON research.external_secret TO commonlab_app;
      GRANT SELECT, INSERT, UPDATE, DELETE ON research.external_return TO commonlab_app;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TABLE research.external_return, research.external_secret CASCADE;
    `);
  }
}
