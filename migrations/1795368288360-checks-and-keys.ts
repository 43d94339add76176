import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Each check by table and name; `where` is what a row must meet. */
const checks = [
  [
    'research.session',
    'session_reward_has_currency',
    '(reward_amount IS NULL) = (reward_currency IS NULL)',
  ],
  ['research.session', 'session_closes_after_opening', 'closes_at > opens_at'],
  ['research.session', 'session_minutes', 'start_within_minutes > 0 AND maximum_minutes > 0'],
  ['research.session', 'session_currency', "reward_currency ~ '^[A-Z]{3}$'"],
  ['research.session', 'session_reward', 'reward_amount >= 0'],
  ['research.study', 'study_minutes', 'duration_minutes > 0 AND maximum_minutes > 0'],
  ['research.study', 'study_currency', "reward_currency ~ '^[A-Z]{3}$'"],
  ['research.study', 'study_reward', 'reward_amount >= 0'],
  ['identity.account', 'account_language', "language ~ '^[a-z]{2}(-[A-Z]{2})?$'"],
  ['identity.demographics', 'demographics_education_level', "education_level ~ '^[a-z_]+$'"],
] as const;

/**
 * Foreign keys to rows that are never deleted. None on `study.owner_id`, the people of
 * `roster_access` and `audit_seal`: the purge and `npm run audit:cut` delete what they name. None on
 * `participation_move`: only the triggers of `participation` write it (below), and a look-up for each
 * transition would cost every enrolment.
 */
const keys = [
  ['identity.roster_access', 'roster_access_study_id_fkey', 'study_id', 'research.study'],
  ['identity.roster_access', 'roster_access_session_id_fkey', 'session_id', 'research.session'],
] as const;

/** The functions of the two triggers that write transitions and counts. */
const triggers = ['research.participation_entered()', 'research.participation_moved()'];

/**
 * Rules that the code has always followed become constraints. All in one transaction, so these tables are
 * locked while their rows are read, seconds for a million of them (docs/operating.md, Updates: the old
 * servers are stopped). A row that does not meet one refuses the migration: with the constraint in force, no
 * later change of that row would be possible, an enrolment in such a session for one.
 */
export class ChecksAndKeys1795368288360 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const [table, name, where] of checks) await add(db, table, name, `CHECK (${where})`);
    for (const [table, name, column, target] of keys)
      await add(db, table, name, `FOREIGN KEY (${column}) REFERENCES ${target} (id)`);
    // The participant and the study of a participation never change; a return may change the session.
    await db.query(`
      REVOKE UPDATE ON research.participation FROM commonlab_app;
      GRANT UPDATE (session_id, state, moved_by, move_reason, waiting_since, due_at, started_at,
          demographics, updated_at)
        ON research.participation TO commonlab_app;`);
    await db.query(countsFollow);
    for (const trigger of triggers)
      await db.query(
        `ALTER FUNCTION ${trigger} SECURITY DEFINER SET search_path = pg_catalog, pg_temp;
         -- Firing a trigger needs no right to execute; who has it can hang the function on a table
         -- of its own, and so write as the owner.
         REVOKE EXECUTE ON FUNCTION ${trigger} FROM PUBLIC`,
      );
    await db.query('REVOKE INSERT ON research.participation_move FROM commonlab_app');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('GRANT INSERT ON research.participation_move TO commonlab_app');
    for (const trigger of triggers)
      await db.query(
        `ALTER FUNCTION ${trigger} SECURITY INVOKER RESET ALL;
         GRANT EXECUTE ON FUNCTION ${trigger} TO PUBLIC`,
      );
    await db.query(countsFollowStateOnly);
    await db.query(`
      REVOKE UPDATE (session_id, state, moved_by, move_reason, waiting_since, due_at, started_at,
          demographics, updated_at)
        ON research.participation FROM commonlab_app;
      GRANT UPDATE ON research.participation TO commonlab_app;`);
    for (const [table, name] of [...checks, ...keys])
      await db.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  }
}

/** The counts of both sessions follow a participation that changes its session, whatever its state. */
const countsFollow = `
      CREATE OR REPLACE FUNCTION research.participation_moved() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO research.participation_move (participation_id, from_state, to_state, moved_by, reason)
          SELECT a.id, b.state, a.state, a.moved_by, a.move_reason
          FROM after_move a JOIN before_move b ON b.id = a.id
              WHERE a.state <> b.state;
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

const countsFollowStateOnly = `
      CREATE OR REPLACE FUNCTION research.participation_moved() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO research.participation_move (participation_id, from_state, to_state, moved_by, reason)
          SELECT a.id, b.state, a.state, a.moved_by, a.move_reason
          FROM after_move a JOIN before_move b ON b.id = a.id
              WHERE a.state <> b.state;
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
              WHERE a.state <> b.state
            UNION ALL
            SELECT b.session_id, b.state, -1 AS n FROM after_move a JOIN before_move b ON b.id = a.id
              WHERE a.state <> b.state) x
          GROUP BY session_id) d
        WHERE s.id = d.session_id;
        RETURN NULL;
      END $$;`;

const violations = ['23514', '23503'];

/** @throws in one sentence, where a row does not meet the rule */
async function add(db: QueryRunner, table: string, name: string, rule: string): Promise<void> {
  try {
    await db.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${rule}`);
  } catch (error) {
    if (!violations.includes((error as { code?: string }).code ?? '')) throw error;
    throw new Error(
      `${table} has rows against ${name}, ${rule}: correct them, then migrate again.`,
      { cause: error },
    );
  }
}
