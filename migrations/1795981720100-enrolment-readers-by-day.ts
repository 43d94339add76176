import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The readers to whom lists show the moments of a session with names only when the day is over. Empty here: the context that
 * withholds names defines who they are.
 */
export class EnrolmentReadersByDay1795981720100 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE VIEW identity.reader_by_day WITH (security_invoker = true) AS
        SELECT NULL::uuid AS account_id WHERE false;
      GRANT SELECT ON identity.reader_by_day TO commonlab_app, commonlab_link;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP VIEW identity.reader_by_day`);
  }
}
