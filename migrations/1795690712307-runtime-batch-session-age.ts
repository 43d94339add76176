import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a session shared is forgotten by the day of its last change. */
export class RuntimeBatchSessionAge1795690712307 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('CREATE INDEX batch_session_age ON research.batch_session (changed_on)');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX research.batch_session_age');
  }
}
