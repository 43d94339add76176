import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently, dropIndexConcurrently } from './concurrent-index';

/** Finds the sealed runs that wait to be compared. */
export class RuntimeNotCompared1795848423817 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      db,
      'research.run_log_not_compared',
      'ON research.run_log (run_id) WHERE values_through < through',
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await dropIndexConcurrently(db, 'research.run_log_not_compared');
  }
}
