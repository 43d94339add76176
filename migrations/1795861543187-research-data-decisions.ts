import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Exports with the state of participations and without rejected ones
 * (docs/decisions/exports-and-data-copies.md), and what the uploader of imported data reported as missing.
 */
export class ResearchDataDecisions1795861543187 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE research.study_export
        ADD COLUMN without_rejected boolean NOT NULL DEFAULT false;
      GRANT SELECT (participation_id, session_id, to_state, decided_at)
        ON research.pending_decision TO commonlab_export;
      ALTER TABLE research.imported_study
        ADD COLUMN withheld_values integer NOT NULL DEFAULT 0,
        ADD COLUMN withheld_recordings integer NOT NULL DEFAULT 0;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE research.imported_study
        DROP COLUMN withheld_values,
        DROP COLUMN withheld_recordings;
      REVOKE SELECT (participation_id, session_id, to_state, decided_at)
        ON research.pending_decision FROM commonlab_export;
      ALTER TABLE research.study_export DROP COLUMN without_rejected;
    `);
  }
}
