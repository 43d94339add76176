import type { ParticipationState } from '../../../contracts/enrolment/participations';
import type { Transaction } from '../../platform/db/unit-of-work';
import { rosterCandidatesSql, rosterStateSql } from '../model/state-of-day';

/** A participation as the roster of a session may show it, with the encrypted reference to its account. */
export interface RosterRow {
  id: string;
  pseudonym: Buffer;
  state: ParticipationState;
  updated_at: Date;
  has_started: boolean;
  minutes: number | null;
  data_withdrawn_on: string | null;
  /**
   * The encrypted id of the participant's account. It is null if the caller reads no names, or if
   * the link between participation and account no longer contains the account.
   */
  account: Buffer | null;
  account_id: string | null;
}

/**
 * SQL for one page of a session's participants, in the order of their random ids. This order does
 * not reveal when a participant came, and does not link the lines of two rosters. $1 is the
 * session, $2 the last participation of the previous page or null, $3 the number of rows, $4 the
 * states or null for all, $5 the time since which the roster hides events (state-of-day.ts).
 * - The statement first reads the session's participants and then sorts them. Otherwise PostgreSQL
 *   would go through all participations in the order of their ids.
 * - It joins other tables only for the page. OFFSET 0 makes PostgreSQL look up each link by its key
 *   instead of reading the whole table of links.
 */
const page = (names: boolean) => `
  WITH everybody AS MATERIALIZED (
    SELECT all_of.id, all_of.pseudonym, told.state, told.updated_at, all_of.started_at,
      CASE WHEN $5::timestamptz IS NULL OR all_of.data_withdrawn_on < ($5 AT TIME ZONE 'UTC')::date
        THEN all_of.data_withdrawn_on END AS data_withdrawn_on
    FROM (${rosterCandidatesSql('$1', '$5')}) all_of
    CROSS JOIN LATERAL (${rosterStateSql('all_of', '$5', '$1')}) told
    WHERE $4::text[] IS NULL OR told.state = ANY($4)
  ), page AS MATERIALIZED (
    SELECT * FROM everybody WHERE $2::uuid IS NULL OR id > $2 ORDER BY id LIMIT $3)
  SELECT p.id, p.pseudonym, p.state, p.updated_at, p.started_at IS NOT NULL AS has_started,
    p.data_withdrawn_on::text,
    CASE WHEN p.state IN ('completed', 'approved', 'rejected') THEN (
      SELECT (extract(epoch FROM m.at - p.started_at) / 60)::float8
      FROM research.participation_move m
      WHERE m.participation_id = p.id AND m.to_state = 'completed'
      ORDER BY m.id DESC LIMIT 1) END AS minutes,
    ${
      names
        ? `l.account, l.account_id
  FROM page p
  LEFT JOIN LATERAL (SELECT account, account_id FROM identity.participation_link
    WHERE participation_id = p.id OFFSET 0) l ON true`
        : `NULL::bytea AS account, NULL::uuid AS account_id
  FROM page p`
    }
  ORDER BY p.id`;

/**
 * Reads rows of a session's roster. To read names, the transaction needs the role commonlab_link.
 * @param names whether to read the encrypted accounts
 * @param of the rows to read. `limit`: their number, or null for all. `since`: the result of
 * `eventsHiddenSince`
 */
export const rosterRows = (
  tx: Transaction,
  names: boolean,
  of: {
    readonly sessionId: string;
    /** The participation after which the page begins. */
    readonly after: string | null;
    readonly limit: number | null;
    readonly states: readonly ParticipationState[] | null;
    readonly since: Date | null;
  },
): Promise<RosterRow[]> =>
  tx.query<RosterRow>(page(names), [of.sessionId, of.after, of.limit, of.states, of.since]);
