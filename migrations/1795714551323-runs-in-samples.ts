import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently, dropIndexConcurrently } from './concurrent-index';

/** Some runs of a session, or of an import, by their random ids: without reading all of them. */
export class RunsInSamples1795714551323 implements MigrationInterface {
  transaction = false as const;

  async up(db: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      db,
      'research.run_of_session',
      'ON research.run (session_id, id)',
    );
    await createIndexConcurrently(
      db,
      'research.imported_run_of_study',
      'ON research.imported_run (study_id, id)',
    );
    await dropIndexConcurrently(db, 'research.run_session');
  }

  async down(db: QueryRunner): Promise<void> {
    await createIndexConcurrently(db, 'research.run_session', 'ON research.run (session_id)');
    await dropIndexConcurrently(db, 'research.imported_run_of_study');
    await dropIndexConcurrently(db, 'research.run_of_session');
  }
}
