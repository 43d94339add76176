import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores administrators' decisions about participants' answers to rejections. */
export class PaymentsVerdicts1795943299631 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE research.participation DROP CONSTRAINT participation_moved_by_check;
      ALTER TABLE research.participation ADD CONSTRAINT participation_moved_by_check
        CHECK (moved_by IN ('participant', 'researcher', 'administrator', 'system')) NOT VALID;
      ALTER TABLE research.participation VALIDATE CONSTRAINT participation_moved_by_check;

      CREATE INDEX payment_answered ON research.payment (day, id) WHERE state = 'rejected' AND answer IS NOT NULL;
      CREATE TABLE research.rejection_verdict (
        payment_id uuid PRIMARY KEY CONSTRAINT rejection_verdict_payment_id_fkey REFERENCES research.payment (id),
        reason text NOT NULL,
        day date NOT NULL
      );
      GRANT SELECT, INSERT ON research.rejection_verdict TO commonlab_app;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TABLE research.rejection_verdict;
      DROP INDEX research.payment_answered;
      ALTER TABLE research.participation DROP CONSTRAINT participation_moved_by_check;
      UPDATE research.participation SET moved_by = 'researcher' WHERE moved_by = 'administrator';
      ALTER TABLE research.participation ADD CONSTRAINT participation_moved_by_check
        CHECK (moved_by IN ('participant', 'researcher', 'system'));
    `);
  }
}
