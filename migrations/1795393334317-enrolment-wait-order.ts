import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Gives a waitlist an order of its own: a number drawn while the session is locked, in the order of the
 * requests. By time, two people of one batch were equal, and a random id decided. The number counts from the
 * people who wait in the session at that moment, and only waiting participations have one: neither it nor a
 * sequence reveals afterwards when a person enrolled (docs/domain.md, 4).
 */
export class EnrolmentWaitOrder1795393334317 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE research.participation ADD COLUMN wait_no bigint;
      UPDATE research.participation p SET wait_no = n.wait_no
      FROM (
        SELECT id, row_number() OVER (PARTITION BY session_id ORDER BY waiting_since, id) AS wait_no
        FROM research.participation WHERE state = 'waitlisted') n
      WHERE p.id = n.id;
      DROP INDEX research.participation_waitlist;
      ALTER TABLE research.participation DROP COLUMN waiting_since,
        ADD CONSTRAINT participation_waits_in_order CHECK ((wait_no IS NOT NULL) = (state = 'waitlisted'));
      CREATE INDEX participation_waitlist ON research.participation (session_id, wait_no) WHERE state = 'waitlisted';
      GRANT UPDATE (wait_no) ON research.participation TO commonlab_app;
    `);
  }

  /** The old order is a time: that of the last transition, in the order of the numbers. */
  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE research.participation ADD COLUMN waiting_since timestamptz;
      UPDATE research.participation p SET waiting_since = n.asked_at
      FROM (
        SELECT id, max(updated_at) OVER (PARTITION BY session_id ORDER BY wait_no)
          + wait_no * interval '1 microsecond' AS asked_at
        FROM research.participation WHERE state = 'waitlisted') n
      WHERE p.id = n.id;
      DROP INDEX research.participation_waitlist;
      ALTER TABLE research.participation DROP CONSTRAINT participation_waits_in_order, DROP COLUMN wait_no;
      CREATE INDEX participation_waitlist ON research.participation (session_id, waiting_since) WHERE state = 'waitlisted';
      GRANT UPDATE (waiting_since) ON research.participation TO commonlab_app;
    `);
  }
}
