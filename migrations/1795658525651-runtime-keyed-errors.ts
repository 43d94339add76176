import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Hashes of errors are keyed from now on, and those that were not are replaced by random bytes. What
 * is counted together is told by the message and its place, not by the hash.
 */
export class RuntimeKeyedErrors1795658525651 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      UPDATE research.run_error SET hash = uuid_send(gen_random_uuid());
      UPDATE research.rehearsal_error SET hash = uuid_send(gen_random_uuid());
    `);
  }

  /** What was there is not known any more, and nothing needs it. */
  async down(): Promise<void> {}
}
