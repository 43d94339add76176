import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a decision says (the category of a rejection), what a participant may still do afterwards
 * (withdraw their data), and when somebody is reminded or approved without a review
 * (docs/domain.md, 2).
 */
export class EnrolmentDecisions1795404549980 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE research.participation
        ADD COLUMN move_category text,
        ADD COLUMN reminded_of timestamptz,
        ADD COLUMN data_withdrawn_on date,
        ADD CONSTRAINT participation_category_of_rejection
          CHECK (move_category IS NULL OR state = 'rejected'),
        ADD CONSTRAINT participation_data_were_made
          CHECK (data_withdrawn_on IS NULL OR started_at IS NOT NULL);
      ALTER TABLE research.participation_move ADD COLUMN category text;
      GRANT UPDATE (move_category, reminded_of, data_withdrawn_on)
        ON research.participation TO commonlab_app;
    `);
    await db.query(movedFunction(true));
    // From now on a completed participation has a date of automatic approval. No participation that waits
    // already is approved at once: its researchers have the whole time from this update on.
    await db.query(`
      ALTER TABLE research.participation DISABLE TRIGGER participation_moved;
      UPDATE research.participation SET due_at = now() + interval '21 days' WHERE state = 'completed';
      ALTER TABLE research.participation ENABLE TRIGGER participation_moved;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(movedFunction(false));
    await db.query(`
      ALTER TABLE research.participation DISABLE TRIGGER participation_moved;
      UPDATE research.participation SET due_at = NULL WHERE state = 'completed';
      ALTER TABLE research.participation ENABLE TRIGGER participation_moved;
      ALTER TABLE research.participation_move DROP COLUMN category;
      ALTER TABLE research.participation DROP CONSTRAINT participation_category_of_rejection,
        DROP CONSTRAINT participation_data_were_made,
        DROP COLUMN move_category, DROP COLUMN reminded_of, DROP COLUMN data_withdrawn_on;
    `);
  }
}

/** Withdrawn data change no state, and are logged all the same, as the participant's own step. */
const loggedWithDecisions = `
        INSERT INTO research.participation_move
            (participation_id, from_state, to_state, moved_by, reason, category)
          SELECT a.id, b.state, a.state, a.moved_by, a.move_reason, a.move_category
          FROM after_move a JOIN before_move b ON b.id = a.id
              WHERE a.state <> b.state
          UNION ALL
          SELECT a.id, a.state, a.state, 'participant', 'withdraw-data', NULL
          FROM after_move a JOIN before_move b ON b.id = a.id
              WHERE a.data_withdrawn_on IS NOT NULL AND b.data_withdrawn_on IS NULL;`;

const loggedByState = `
        INSERT INTO research.participation_move (participation_id, from_state, to_state, moved_by, reason)
          SELECT a.id, b.state, a.state, a.moved_by, a.move_reason
          FROM after_move a JOIN before_move b ON b.id = a.id
              WHERE a.state <> b.state;`;

/** CREATE OR REPLACE resets neither its owner nor who may execute it, but how it runs: told again. */
const movedFunction = (withDecisions: boolean) => `
      CREATE OR REPLACE FUNCTION research.participation_moved() RETURNS trigger LANGUAGE plpgsql
        SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
      BEGIN${withDecisions ? loggedWithDecisions : loggedByState}
        UPDATE research.session s SET
          offered = s.offered + d.offered, enrolled = s.enrolled + d.enrolled, started = s.started + d.started,
          completed = s.completed + d.completed, waitlisted = s.waitlisted + d.waitlisted,
          withdrawn = s.withdrawn + d.withdrawn, timed_out = s.timed_out + d.timed_out
        FROM (
          SELECT session_id,
            coalesce(sum(n) FILTER (WHERE state = 'offered'), 0) AS offered,
            coalesce(sum(n) FILTER (WHERE state = 'enrolled'), 0) AS enrolled,
            coalesce(sum(n) FILTER (WHERE state = 'started'), 0) AS started,
            coalesce(sum(n) FILTER (WHERE state IN ('completed', 'approved')), 0) AS completed,
            coalesce(sum(n) FILTER (WHERE state = 'waitlisted'), 0) AS waitlisted,
            coalesce(sum(n) FILTER (WHERE state = 'withdrawn'), 0) AS withdrawn,
            coalesce(sum(n) FILTER (WHERE state = 'timed_out'), 0) AS timed_out
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
