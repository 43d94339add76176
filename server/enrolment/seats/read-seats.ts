import type { DataSource, EntityManager } from 'typeorm';
import type { ParticipationState } from '../../../contracts/enrolment/participations';
import type { SessionState } from '../../../contracts/enrolment/sessions';
import type { SessionPayer } from '../../../contracts/studies/payment-terms';
import { prepared } from '../../platform/db/prepared';
import { payerSql } from '../model/payer.sql';
import { cannotEnrolAgainSql } from '../model/participation-facts.sql';
import { sessionStateAtSql } from '../model/session-facts.sql';
import type { SeatApplicant } from './applicant';

/**
 * Locks studies that recruit at several privacy levels. A person has a different pseudonym at each
 * level, so no unique index prevents two simultaneous enrolments of one person at two levels. This
 * lock makes them run one after the other. A transaction locks the sessions first, and then the
 * study. A launch at a new privacy level also locks the sessions, so that the next enrolment sees
 * that the study has several levels (change-session.command.ts).
 */
const lockStudies = prepared(
  'lock-studies-of-several-levels',
  `SELECT pg_advisory_xact_lock(hashtextextended('once a study:' || study, 4))
   FROM (SELECT DISTINCT study::text FROM unnest($1::uuid[]) AS study ORDER BY 1) AS ordered`,
);

interface SessionRow {
  /** The applicant's position in the list of applicants, from 1. */
  i: string;
  session_id: string;
  state: SessionState;
  capacity: number;
  taken: number;
  waitlisted: number;
  reward_amount: number | null;
  reward_currency: string | null;
  payer: SessionPayer | null;
  earlier_due_at: Date | null;
  earlier_reason: string | null;
  earlier_data_withdrawn_on: string | null;
  earlier_has_started: boolean;
  earlier_consent_withdrawn: boolean;
  earlier_paused: boolean;
  /** Whether the earlier participation is in a session of another privacy level. */
  earlier_other_level: boolean;
  /** Whether the study has recruiting sessions at more than one privacy level. */
  several_levels: boolean;
}
/** The columns of the earlier participation; all are null if there is none. */
interface EarlierRow {
  earlier_id: string;
  earlier_session_id: string;
  earlier_state: ParticipationState;
  earlier_created_at: Date;
  earlier_updated_at: Date;
}
/**
 * The session that an applicant wants and, in the columns `earlier_*`, the person's earlier
 * participation that affects the request.
 */
export type SeatRow = SessionRow & (EarlierRow | { [column in keyof EarlierRow]: null });

/**
 * Reads for each applicant the seats of the session and the person's earlier participation. The
 * applicant is given by session, study and pseudonyms (hexadecimal, separated by commas).
 * - The session's state is the current one, even if the periodic job has not opened or closed the
 *   session yet.
 * - If the study allows only one participation per person (`exclusive`), the earlier participation
 *   may be in any session of the study, at any privacy level. If a person has several earlier
 *   participations, the statement selects one that forbids a further enrolment, if there is one.
 */
const selectSeats = prepared<SeatRow>(
  'read-seats',
  `SELECT
     a.i,
     s.id AS session_id,
     ${sessionStateAtSql('s', '$4::timestamptz')} AS state,
     s.capacity, research.seats_taken(s) AS taken, s.waitlisted,
     s.reward_amount, s.reward_currency, ${payerSql('s', 's.study_id')} AS payer,
     p.id AS earlier_id,
     p.session_id AS earlier_session_id,
     p.state AS earlier_state,
     p.due_at AS earlier_due_at,
     CASE WHEN p.moved_by <> 'participant' THEN p.move_reason END AS earlier_reason,
     p.data_withdrawn_on::text AS earlier_data_withdrawn_on,
     p.created_at AS earlier_created_at,
     p.updated_at AS earlier_updated_at,
     p.started_at IS NOT NULL AS earlier_has_started,
     coalesce(p.consent_withdrawn, false) AS earlier_consent_withdrawn,
     p.paused_at IS NOT NULL AS earlier_paused,
     coalesce(p.other_level, false) AS earlier_other_level,
     EXISTS (
       SELECT FROM research.session other
       WHERE other.study_id = s.study_id AND other.launched_at IS NOT NULL
         AND other.state <> 'closed' AND other.privacy_level <> s.privacy_level
     ) AS several_levels
   FROM unnest($1::uuid[], $2::uuid[], $3::text[])
     WITH ORDINALITY AS a (session_id, study_id, pseudonyms, i)
   JOIN research.session s ON s.id = a.session_id
   LEFT JOIN LATERAL (
     SELECT p.*, there.privacy_level <> s.privacy_level AS other_level, there.consent_withdrawn,
       there.paused_at
     FROM research.participation p
     JOIN research.session there ON there.id = p.session_id
     WHERE p.study_id = a.study_id
       AND p.pseudonym = ANY (ARRAY(
         SELECT decode(one, 'hex') FROM unnest(string_to_array(a.pseudonyms, ',')) AS one))
       AND (p.exclusive OR p.session_id = a.session_id)
     ORDER BY ${cannotEnrolAgainSql('p')} DESC, p.session_id = a.session_id DESC, other_level
     LIMIT 1
   ) p ON true
   ORDER BY a.i`,
);

/**
 * Reads the seats of sessions and the applicants' earlier participations. If the caller has not
 * locked the sessions, the result may already be out of date.
 */
export const readSeats = (
  on: DataSource | EntityManager,
  applicants: readonly SeatApplicant[],
  now: Date,
): Promise<SeatRow[]> =>
  selectSeats(on, [
    applicants.map((a) => a.session_id),
    applicants.map((a) => a.study_id),
    applicants.map((a) => a.pseudonyms.join(',')),
    now,
  ]);

/**
 * Reads like `readSeats`, for sessions that the caller has locked: seats and earlier participations
 * cannot change until the transaction ends.
 */
export async function readLockedSeats(
  manager: EntityManager,
  applicants: readonly SeatApplicant[],
  now: Date,
): Promise<SeatRow[]> {
  const rows = await readSeats(manager, applicants, now);
  const shared = rows.flatMap(({ i, several_levels }) => {
    const applicant = applicants[Number(i) - 1];
    return several_levels && applicant?.exclusive ? [applicant.study_id] : [];
  });
  if (shared.length === 0) return rows;
  await lockStudies(manager, [shared]);
  return readSeats(manager, applicants, now);
}
