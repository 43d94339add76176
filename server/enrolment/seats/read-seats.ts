import type { DataSource, EntityManager } from 'typeorm';
import type { ParticipationState } from '../../../contracts/participations';
import type { SessionState } from '../../../contracts/sessions';
import { prepared } from '../../platform/db/prepared';
import { stateAt } from '../sessions/session-facts.sql';
import type { Applicant } from './applicant';

interface SessionRow {
  /** The applicant's position, from 1. */
  i: string;
  session_id: string;
  state: SessionState;
  capacity: number;
  taken: number;
  waitlisted: number;
  reward_amount: number | null;
  reward_currency: string | null;
  earlier_due_at: Date | null;
  earlier_has_started: boolean;
}
/** The participation that stands already. */
interface EarlierRow {
  earlier_id: string;
  earlier_session_id: string;
  earlier_state: ParticipationState;
  earlier_created_at: Date;
  earlier_updated_at: Date;
}
/** An applicant's session and, in the columns `earlier_*`, what the person has there already. */
export type SeatRow = SessionRow & (EarlierRow | { [column in keyof EarlierRow]: null });

/**
 * By session, study and pseudonym of each applicant. The state is that of the moment,
 * also before the sweep opens or closes the session. Where the study allows one participation per person
 * (`exclusive`), one in another session of the study is found too.
 */
const selectSeats = prepared<SeatRow>(
  'read-seats',
  `SELECT
     a.i,
     s.id AS session_id,
     ${stateAt('s', '$4::timestamptz')} AS state,
     s.capacity, research.seats_taken(s) AS taken, s.waitlisted,
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

/** Reads the seats as they are committed; with the sessions locked, as they stay. */
export const readSeats = (
  on: DataSource | EntityManager,
  applicants: readonly Applicant[],
  now: Date,
): Promise<SeatRow[]> =>
  selectSeats(on, [
    applicants.map((a) => a.session_id),
    applicants.map((a) => a.study_id),
    applicants.map((a) => Buffer.from(a.pseudonym, 'hex')),
    now,
  ]);
