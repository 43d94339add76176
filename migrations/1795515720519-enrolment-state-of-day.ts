import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A logged move has the time of its participation's row, and the session in which it happened: a
 * roster of an anonymous session shows who was there in which state when the day began
 * (docs/decisions/participant-decisions.md). Moves of before have no session; it was never another one
 * on the same day.
 */
export class EnrolmentStateOfDay1795515720519 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE research.participation_move ADD COLUMN session_id uuid');
    // Rosters are read under this role.
    await db.query(`
      GRANT SELECT (id, participation_id, session_id, from_state, to_state, moved_by, at)
        ON research.participation_move TO commonlab_link`);
    await db.query(entered(true));
    await db.query(moved(true));
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(entered(false));
    await db.query(moved(false));
    await db.query(`
      REVOKE SELECT (id, participation_id, session_id, from_state, to_state, moved_by, at)
        ON research.participation_move FROM commonlab_link`);
    await db.query('ALTER TABLE research.participation_move DROP COLUMN session_id');
  }
}

const counted = [
  'offered',
  'enrolled',
  'started',
  'completed',
  'waitlisted',
  'withdrawn',
  'timed_out',
];
const statesOf = (column: string) =>
  column === 'completed' ? `state IN ('completed', 'approved')` : `state = '${column}'`;

/** CREATE OR REPLACE resets neither its owner nor who may execute it, but how it runs: told again. */
const runs =
  'RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp';

const entered = (withSession: boolean) => `
      CREATE OR REPLACE FUNCTION research.participation_entered() ${runs} AS $$
      BEGIN
        INSERT INTO research.participation_move
            (participation_id, to_state, moved_by, reason${withSession ? ', session_id, at' : ''})
          SELECT id, state, moved_by, move_reason${withSession ? ', session_id, updated_at' : ''}
          FROM arrived;
        UPDATE research.session s SET
          ${counted.map((column) => `${column} = s.${column} + d.${column}`).join(', ')}
        FROM (
          SELECT session_id,
            ${counted.map((column) => `count(*) FILTER (WHERE ${statesOf(column)}) AS ${column}`).join(', ')}
          FROM arrived GROUP BY session_id) d
        WHERE s.id = d.session_id;
        RETURN NULL;
      END $$;`;

/** Withdrawn data change neither the state nor when it was reached. */
const moved = (withSession: boolean) => `
      CREATE OR REPLACE FUNCTION research.participation_moved() ${runs} AS $$
      BEGIN
        INSERT INTO research.participation_move (participation_id, from_state, to_state, moved_by,
            reason, category${withSession ? ', session_id, at' : ''})
          SELECT a.id, b.state, a.state, a.moved_by, a.move_reason, a.move_category
            ${withSession ? ', a.session_id, a.updated_at' : ''}
          FROM after_move a JOIN before_move b ON b.id = a.id
              WHERE a.state <> b.state
          UNION ALL
          SELECT a.id, a.state, a.state, 'participant', 'withdraw-data', NULL
            ${withSession ? ', a.session_id, now()' : ''}
          FROM after_move a JOIN before_move b ON b.id = a.id
              WHERE a.data_withdrawn_on IS NOT NULL AND b.data_withdrawn_on IS NULL;
        UPDATE research.session s SET
          ${counted.map((column) => `${column} = s.${column} + d.${column}`).join(', ')}
        FROM (
          SELECT session_id,
            ${counted
              .map(
                (column) => `coalesce(sum(n) FILTER (WHERE ${statesOf(column)}), 0) AS ${column}`,
              )
              .join(', ')}
          FROM (
            SELECT a.session_id, a.state, 1 AS n FROM after_move a JOIN before_move b ON b.id = a.id
              WHERE (a.state, a.session_id) IS DISTINCT FROM (b.state, b.session_id)
            UNION ALL
            SELECT b.session_id, b.state, -1 AS n FROM after_move a JOIN before_move b ON b.id = a.id
              WHERE (a.state, a.session_id) IS DISTINCT FROM (b.state, b.session_id)) x
          GROUP BY session_id) d
        WHERE s.id = d.session_id;
        RETURN NULL;
      END $$;`;
