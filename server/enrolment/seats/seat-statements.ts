import type { ParticipationState } from '../../../contracts/participations';
import type { SessionState } from '../../../contracts/sessions';
import { prepared } from '../../platform/db/prepared';

/** SQL: the seats of a session that are held; the count `completed` includes approved ones. */
export const taken = (session: string) =>
  `(${session}.offered + ${session}.enrolled + ${session}.started + ${session}.completed)`;

/** Locks in the order of the ids, as every transaction does, so that no two deadlock. */
export const lockSessions = prepared(
  'lock-sessions',
  `SELECT 1 FROM research.session WHERE id = ANY($1::uuid[]) ORDER BY id FOR UPDATE`,
);

/**
 * An applicant's session and, in the columns `earlier_*`, the participation that stands already.
 */
export interface SeatRow {
  /** The applicant's position, from 1. */
  i: string;
  session_id: string;
  state: SessionState;
  capacity: number;
  taken: number;
  waitlisted: number;
  reward_amount: number | null;
  reward_currency: string | null;
  earlier_id: string | null;
  earlier_session_id: string;
  earlier_state: ParticipationState;
  earlier_due_at: Date | null;
  earlier_created_at: Date;
  earlier_updated_at: Date;
  earlier_has_started: boolean;
}

/**
 * By session, study and pseudonym of each applicant. A session counts as closed from `closes_at`
 * on, even before the sweep closes it. Where the study allows one participation per person
 * (`exclusive`), one in another session of the study is found too.
 */
export const readSeats = prepared<SeatRow>(
  'read-seats',
  `SELECT
     a.i,
     s.id AS session_id,
     CASE WHEN s.state = 'active' AND s.closes_at <= $4 THEN 'closed' ELSE s.state END AS state,
     s.capacity, ${taken('s')} AS taken, s.waitlisted,
     s.reward_amount, s.reward_currency,
     p.id AS earlier_id,
     p.session_id AS earlier_session_id,
     p.state AS earlier_state,
     p.due_at AS earlier_due_at,
     p.created_at AS earlier_created_at,
     p.updated_at AS earlier_updated_at,
     p.started_at IS NOT NULL AS earlier_has_started
   FROM unnest($1::uuid[], $2::uuid[], $3::bytea[])
     WITH ORDINALITY AS a (session_id, study_id, pseudonym, i)
   JOIN research.session s ON s.id = a.session_id
   LEFT JOIN LATERAL (
     SELECT *
     FROM research.participation p
     WHERE p.study_id = a.study_id
       AND p.pseudonym = a.pseudonym
       AND (p.exclusive OR p.session_id = a.session_id)
     ORDER BY p.session_id = a.session_id DESC
     LIMIT 1
   ) p ON true
   ORDER BY a.i`,
);

/**
 * Participations, links, agreements and events of a batch in one statement. A new participation
 * that violates a unique index is left out with all that belongs to it.
 * @returns the participations that were written.
 */
export const writeAllocated = prepared<{ id: string; created_at: Date }>(
  'write-allocated',
  `WITH asked AS (
     SELECT *
     FROM jsonb_to_recordset($1::jsonb) AS r (
       id uuid, revives boolean,
       session_id uuid, study_id uuid, pseudonym text, account_id uuid,
       state text, exclusive boolean, waiting_since timestamptz, due_at timestamptz,
       agreement_id uuid, consent_id uuid, consent_version integer, sha256 text, locale text,
       event_id uuid, event_name text, request_id text
     )
   ), created AS (
     INSERT INTO research.participation (
       id, session_id, study_id, pseudonym,
       state, exclusive, moved_by,
       waiting_since, due_at, created_at, updated_at
     )
     SELECT
       id, session_id, study_id, decode(pseudonym, 'hex'),
       state, exclusive, 'participant',
       waiting_since, due_at, $2, $2
     FROM asked
     WHERE NOT revives
     ON CONFLICT DO NOTHING
     RETURNING id, created_at
   ), revived AS (
     UPDATE research.participation p
     SET session_id = a.session_id,
       state = a.state, moved_by = 'participant', move_reason = NULL,
       waiting_since = a.waiting_since, due_at = a.due_at, updated_at = $2
     FROM asked a
     WHERE a.revives AND p.id = a.id
     RETURNING p.id, p.created_at
   ), linked AS (
     INSERT INTO identity.participation_link (participation_id, account_id)
     SELECT a.id, a.account_id
     FROM asked a
     JOIN created c ON c.id = a.id
   ), written AS (
     SELECT * FROM created
     UNION ALL
     SELECT * FROM revived
   ), agreed AS (
     INSERT INTO research.agreement (
       id, study_id, consent_id, consent_version,
       pseudonym, locale, sha256, method, at
     )
     SELECT
       a.agreement_id, a.study_id, a.consent_id, a.consent_version,
       decode(a.pseudonym, 'hex'), a.locale, a.sha256, 'web', $2
     FROM asked a
     JOIN written USING (id)
   ), recorded AS (
     INSERT INTO platform.outbox (id, name, data, request_id)
     SELECT
       a.event_id,
       a.event_name,
       jsonb_build_object(
         'participation_id', a.id, 'session_id', a.session_id, 'study_id', a.study_id
       ),
       a.request_id
     FROM asked a
     JOIN written USING (id)
   )
   SELECT id, created_at FROM written`,
);
