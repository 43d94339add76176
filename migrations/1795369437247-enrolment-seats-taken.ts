import type { MigrationInterface, QueryRunner } from 'typeorm';

const recruitment = (taken: string) => `
  CREATE OR REPLACE VIEW research.recruitment WITH (security_invoker = true) AS
    SELECT s.id, s.study_id, s.state, s.audience, s.privacy_level, s.reward_amount, s.reward_currency,
      s.consent_id, s.snapshot, s.version, s.launched_at, s.opens_at, s.closes_at, s.closed_at,
      s.capacity, s.waitlisted, s.enrolled + s.started + s.completed AS participants,
      greatest(0, s.capacity - ${taken}) AS seats_free,
      s.capacity > ${taken} AND s.waitlisted = 0 AS admits
    FROM research.session s;`;

/**
 * Seats taken, once: the planner puts the function's expression into the statement, so that plans
 * stay the same. The constraint session_never_oversold keeps its own text, since it must hold even
 * if the function is wrong.
 */
export class EnrolmentSeatsTaken1795369437247 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE FUNCTION research.seats_taken(s research.session) RETURNS integer
        LANGUAGE sql IMMUTABLE PARALLEL SAFE
        -- The count completed includes approved participations.
        RETURN s.offered + s.enrolled + s.started + s.completed;
      ${recruitment('research.seats_taken(s)')}
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      ${recruitment('(s.offered + s.enrolled + s.started + s.completed)')}
      DROP FUNCTION research.seats_taken(research.session);
    `);
  }
}
