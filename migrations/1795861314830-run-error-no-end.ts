import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Looks at the errors of all runs, of which new ones are stored meanwhile: after the lock of StudyFilesRehearsed. */
export class RunErrorNoEnd1795861314830 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE research.run_error VALIDATE CONSTRAINT run_error_kind_check`);
  }

  /** A valid constraint stays valid; `down` need not check the rows. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
