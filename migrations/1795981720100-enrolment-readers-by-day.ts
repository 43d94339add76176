import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Creates a view of the researchers who see the events of a day only when the day is over, even in
 * sessions with names (server/studies/people/reader-by-day.sql.ts). The view has no rows yet. A
 * later migration replaces it with a view of the staff of classrooms.
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
