import type { DataSource } from 'typeorm';

/**
 * Finds faults in the transitions (moves) of participations:
 * - each transition must begin at the state where the previous transition ended;
 * - the last transition must end at the state of the participation's row;
 * - each transition must have one event;
 * - people on the waitlist must have a waitlist number, and all other people none.
 * @returns what is wrong
 */
export const faultyTransitions = (
  source: DataSource,
  sessionIds: readonly string[],
): Promise<{ what: string; participation_id: string }[]> =>
  source.query(
    `WITH p AS (SELECT * FROM research.participation WHERE session_id = ANY($1::uuid[])),
     m AS (
       SELECT m.*, p.state, lag(to_state) OVER w AS before, lead(m.id) OVER w IS NULL AS last
       FROM research.participation_move m JOIN p ON p.id = m.participation_id
       WINDOW w AS (PARTITION BY participation_id ORDER BY m.id)),
     e AS (
       SELECT (data->>'participation_id')::uuid AS id, count(*) AS events FROM platform.outbox
       WHERE (name LIKE 'enrolment.participant-%' OR name = 'enrolment.data-withdrawn')
         AND data->>'session_id' = ANY($1::text[]) GROUP BY 1)
     SELECT 'chain' AS what, participation_id FROM m
     WHERE from_state IS DISTINCT FROM before OR last AND to_state <> state
     UNION ALL
     SELECT 'events', p.id FROM p LEFT JOIN e ON e.id = p.id
     WHERE coalesce(e.events, 0) <> (SELECT count(*) FROM m WHERE m.participation_id = p.id)
     UNION ALL
     SELECT 'order', id FROM p WHERE (wait_no IS NOT NULL) <> (state = 'waitlisted')`,
    [sessionIds],
  );
