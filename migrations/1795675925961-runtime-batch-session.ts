import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Data that the participants of a session share (docs/decisions/jatos-and-batch-session.md). */
export class RuntimeBatchSession1795675925961 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE research.batch_session (
        session_id uuid PRIMARY KEY,
        version integer NOT NULL DEFAULT 0,
        document text NOT NULL DEFAULT '{}',
        changed_on date NOT NULL,
        CONSTRAINT batch_session_session_id_fkey
          FOREIGN KEY (session_id) REFERENCES research.session (id),
        CONSTRAINT batch_session_version_check CHECK (version >= 0)
      );
      CREATE TABLE research.batch_change (
        run_id uuid PRIMARY KEY,
        change_id uuid NOT NULL,
        CONSTRAINT batch_change_run_id_fkey
          FOREIGN KEY (run_id) REFERENCES research.run (id) ON DELETE CASCADE
      );

      GRANT SELECT, INSERT, UPDATE, DELETE ON research.batch_session, research.batch_change
        TO commonlab_app;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE research.batch_change, research.batch_session;`);
  }
}
