import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A session's shared data are deleted a number of days after their last change. */
export class RuntimeBatchSessionAge1795690712307 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('CREATE INDEX batch_session_age ON research.batch_session (changed_on)');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX research.batch_session_age');
  }
}
