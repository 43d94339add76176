import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A launched session is open from its opening date on, before the sweep writes it down; so the
 * catalogue's index holds those that wait for their date, too.
 */
export class EnrolmentOpenByDate1795395319013 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP INDEX research.session_recruiting;
      CREATE INDEX session_recruiting ON research.session (launched_at, id)
        WHERE state IN ('active', 'scheduled') AND launched_at IS NOT NULL AND audience = 'catalogue';
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP INDEX research.session_recruiting;
      CREATE INDEX session_recruiting ON research.session (launched_at, id)
        WHERE state = 'active' AND audience = 'catalogue';
    `);
  }
}
