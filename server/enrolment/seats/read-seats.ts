import type { DataSource, EntityManager } from 'typeorm';
import type { ParticipationState } from '../../../contracts/participations';
import type { SessionState } from '../../../contracts/sessions';
import type { Clock } from '../../platform/concurrency/clock';
import { prepared } from '../../platform/db/prepared';
import type { Applicant } from './applicant';

/**
 * Locks in the order of the ids, as every transaction does, so that no two deadlock. Not FOR UPDATE,
 * which would wait for every row that was just written with a key to the session: no id changes.
 */
const lockSessions = prepared(
  'lock-sessions',
  `SELECT 1 FROM research.session WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
);

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
 * By session, study and pseudonym of each applicant. A session counts as closed from `closes_at`
 * on, even before the sweep closes it. Where the study allows one participation per person
 * (`exclusive`), one in another session of the study is found too.
 */
const selectSeats = prepared<SeatRow>(
  'read-seats',
  `SELECT
     a.i,
     s.id AS session_id,
     CASE WHEN s.state = 'active' AND s.closes_at <= $4 THEN 'closed' ELSE s.state END AS state,
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

/** Reads the seats as they are committed, without a lock. */
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

/**
 * Locks the sessions, then reads the seats. The time is taken after the lock, since the wait for it
 * may last beyond the end of a session.
 */
export async function lockAndReadSeats(
  manager: EntityManager,
  sessionIds: ReadonlySet<string>,
  applicants: readonly Applicant[],
  clock: Clock,
): Promise<{ rows: SeatRow[]; now: Date }> {
  await lockSessions(manager, [[...sessionIds]]);
  const now = clock.now();
  return { rows: await readSeats(manager, applicants, now), now };
}
