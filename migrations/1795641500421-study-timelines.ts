import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The builder's draft of a study, and the files beside it (docs/decisions/builder-and-rehearsals.md). */
export class StudyTimelines1795641500421 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE research.study_timeline (
        study_id uuid PRIMARY KEY,
        version integer NOT NULL,
        timeline text NOT NULL,
        saved_at timestamptz NOT NULL,
        CONSTRAINT study_timeline_study_id_fkey FOREIGN KEY (study_id) REFERENCES research.study (id)
      );
      CREATE TABLE research.study_timeline_file (
        study_id uuid NOT NULL,
        path text NOT NULL,
        sha256 text NOT NULL,
        bytes integer NOT NULL,
        mime text NOT NULL,
        CONSTRAINT study_timeline_file_pkey PRIMARY KEY (study_id, path),
        CONSTRAINT study_timeline_file_study_id_fkey
          FOREIGN KEY (study_id) REFERENCES research.study (id),
        CONSTRAINT study_timeline_file_sha256_fkey
          FOREIGN KEY (sha256) REFERENCES platform.stored_file (sha256)
      );
      CREATE INDEX study_timeline_file_content ON research.study_timeline_file (sha256);
      GRANT SELECT, INSERT, UPDATE, DELETE
        ON research.study_timeline, research.study_timeline_file TO commonlab_app;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE research.study_timeline, research.study_timeline_file');
  }
}
