import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Hashes of errors are keyed from now on; hashes without a key are replaced by random bytes. Errors are
 * counted together by their message and place, not by the hash.
 */
export class RuntimeKeyedErrors1795658525651 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      UPDATE research.run_error SET hash = uuid_send(gen_random_uuid());
      UPDATE research.rehearsal_error SET hash = uuid_send(gen_random_uuid());
    `);
  }

  /** The earlier hashes cannot be restored, and nothing needs them. */
  async down(): Promise<void> {}
}
