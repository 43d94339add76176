import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently, dropIndexConcurrently } from './concurrent-index';

/** A run is found by the hash of the key of its files; runs of before have none until they are gone on with. */
export class RuntimeAddresses1795714070838 implements MigrationInterface {
  transaction = false as const;

  async up(db: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      db,
      'research.run_serving_key_hash',
      'ON research.run (serving_key_hash) WHERE serving_key_hash IS NOT NULL',
      { unique: true },
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await dropIndexConcurrently(db, 'research.run_serving_key_hash');
  }
}
