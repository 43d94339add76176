import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Returns from external studies: what proves them, and what arrived (docs/decisions/external-studies.md). */
export class ExternalReturnsStart1795434934792 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE research.external_secret (
        session_id uuid PRIMARY KEY,
        secret bytea NOT NULL,
        CONSTRAINT external_secret_session_id_fkey
          FOREIGN KEY (session_id) REFERENCES research.session (id)
      );
      CREATE TABLE research.external_return (
        id uuid PRIMARY KEY,
        session_id uuid NOT NULL,
        tag text NOT NULL,
        way text NOT NULL,
        outcome text NOT NULL,
        result text NOT NULL,
        reason text NOT NULL,
        day date NOT NULL,
        last_at timestamptz,
        times integer NOT NULL DEFAULT 1,
        CONSTRAINT external_return_session_id_fkey
          FOREIGN KEY (session_id) REFERENCES research.session (id),
        CONSTRAINT external_return_way CHECK (way IN ('redirect', 'server', 'code')),
        CONSTRAINT external_return_outcome
          CHECK (outcome IN ('', 'completed', 'screened_out', 'failed_check')),
        CONSTRAINT external_return_result CHECK (result IN ('done', 'already', 'refused')),
        CONSTRAINT external_return_reason CHECK ((reason = '') = (result <> 'refused'))
      );
      CREATE UNIQUE INDEX external_return_kind ON research.external_return
        (session_id, tag, day, way, outcome, result, reason);
      GRANT SELECT, INSERT, UPDATE ON research.external_secret TO commonlab_app;
      GRANT SELECT, INSERT, UPDATE, DELETE ON research.external_return TO commonlab_app;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE research.external_return; DROP TABLE research.external_secret');
  }
}
