import type { DataSource, EntityManager } from 'typeorm';
import type { ErrorCode } from '../../../contracts/errors';
import type { SessionState } from '../../../contracts/sessions';
import { later, minutes } from '../../platform/concurrency/clock';
import { randomId, timeOrderedId } from '../../platform/db/ids';
import { prepared } from '../../platform/db/prepared';
import type { Outcome } from './seat-allocation.rule';
import type { ParticipationRow } from '../participations/participation-view';

/** Somebody who asks for a seat, with all that is known before the session's row is locked. */
export interface Applicant {
  session_id: string;
  study_id: string;
  /** Hexadecimal, 128 bits. */
  pseudonym: string;
  account_id: string;
  wants_waitlist: boolean;
  /** One participation per study, whatever the session. */
  exclusive: boolean;
  refusal?: ErrorCode;
  reasons?: string[];
  consent: { id: string; version: number; sha256: string };
  start_within_minutes: number;
  study_title: string;
  duration_minutes: number;
  locale: string;
  request_id: string;
}

type EarlierRow = Pick<
  ParticipationRow,
  'id' | 'session_id' | 'study_id' | 'state' | 'due_at' | 'created_at' | 'updated_at'
> & { has_started: boolean };
export interface SeatRow {
  session_id: string;
  state: SessionState;
  capacity: number;
  taken: number;
  waitlisted: number;
  reward_amount: number | null;
  reward_currency: string | null;
  earlier: EarlierRow | null;
}

const lock = prepared(
  'lock-sessions',
  `SELECT 1 FROM research.session WHERE id = ANY($1::uuid[]) ORDER BY id FOR UPDATE`,
);
/** In the order of their ids, as everybody locks them, so that no two wait for each other. */
export const lockSessions = (manager: EntityManager, ids: readonly string[]) =>
  lock(manager, [ids]);

interface Raw extends Omit<SeatRow, 'earlier'> {
  i: string;
  p_id: string | null;
  p_session_id: string;
  p_state: ParticipationRow['state'];
  p_due_at: Date | null;
  p_created_at: Date;
  p_updated_at: Date;
  p_has_started: boolean;
}

const read = prepared<Raw>(
  'read-seats',
  `SELECT a.i, s.id AS session_id,
     CASE WHEN s.state = 'active' AND s.closes_at <= $4 THEN 'closed' ELSE s.state END AS state,
     s.capacity, s.offered + s.enrolled + s.started + s.completed AS taken, s.waitlisted,
     s.reward_amount, s.reward_currency,
     p.id AS p_id, p.session_id AS p_session_id, p.state AS p_state, p.due_at AS p_due_at,
     p.created_at AS p_created_at, p.updated_at AS p_updated_at, p.started_at IS NOT NULL AS p_has_started
   FROM unnest($1::uuid[], $2::uuid[], $3::bytea[]) WITH ORDINALITY AS a (session_id, study_id, pseudonym, i)
   JOIN research.session s ON s.id = a.session_id
   LEFT JOIN LATERAL (
     SELECT * FROM research.participation p WHERE p.study_id = a.study_id
     AND p.pseudonym = a.pseudonym AND (p.exclusive OR p.session_id = a.session_id)
     ORDER BY p.session_id = a.session_id DESC LIMIT 1) p ON true
   ORDER BY a.i`,
);

/**
 * The session of each applicant as it stands (closed from its date on, even where the sweep is
 * late), and what this person already has in it (or, without repeats, in the study).
 */
export async function readSeats(
  on: DataSource | EntityManager,
  applicants: readonly Applicant[],
  now: Date,
): Promise<SeatRow[]> {
  const raw = await read(on, [
    applicants.map((a) => a.session_id),
    applicants.map((a) => a.study_id),
    applicants.map((a) => Buffer.from(a.pseudonym, 'hex')),
    now,
  ]);
  const rows: SeatRow[] = [];
  for (const {
    i,
    p_id,
    p_session_id,
    p_state,
    p_due_at,
    p_created_at,
    p_updated_at,
    p_has_started,
    ...seats
  } of raw) {
    const study_id = applicants[Number(i) - 1]?.study_id ?? '';
    rows[Number(i) - 1] = {
      ...seats,
      earlier:
        p_id === null
          ? null
          : {
              id: p_id,
              session_id: p_session_id,
              study_id,
              state: p_state,
              due_at: p_due_at,
              created_at: p_created_at,
              updated_at: p_updated_at,
              has_started: p_has_started,
            },
    };
  }
  return rows;
}

const write = prepared<{ id: string; created_at: Date }>(
  'write-admitted',
  `
  WITH asked AS (
    SELECT *
    FROM jsonb_to_recordset($1::jsonb) AS r (id uuid, revives boolean, session_id uuid, study_id uuid,
      pseudonym text, state text, exclusive boolean, waiting_since timestamptz,
      due_at timestamptz, account_id uuid, agreement_id uuid, consent_id uuid, consent_version integer,
      sha256 text, locale text, event_id uuid, event_name text, request_id text)
  ), entered AS (
    INSERT INTO research.participation (id, session_id, study_id, pseudonym, state, exclusive, moved_by,
      waiting_since, due_at, created_at, updated_at)
    SELECT id, session_id, study_id, decode(pseudonym, 'hex'), state, exclusive, 'participant', waiting_since, due_at, $2, $2
    FROM asked WHERE NOT revives
    ON CONFLICT DO NOTHING RETURNING id, created_at
  ), returned AS (
    UPDATE research.participation p
    SET session_id = a.session_id, state = a.state, moved_by = 'participant', move_reason = NULL,
      waiting_since = a.waiting_since, due_at = a.due_at, updated_at = $2
    FROM asked a WHERE a.revives AND p.id = a.id RETURNING p.id, p.created_at
  ), linked AS (
    INSERT INTO identity.participation_link (participation_id, account_id) SELECT a.id, a.account_id
    FROM asked a JOIN entered e ON e.id = a.id
  ), arrived AS (
    SELECT * FROM entered UNION ALL SELECT * FROM returned
  ), agreed AS (
    INSERT INTO research.agreement (id, study_id, consent_id, consent_version, pseudonym, locale, sha256, method, at)
    SELECT a.agreement_id, a.study_id, a.consent_id, a.consent_version, decode(a.pseudonym, 'hex'), a.locale, a.sha256, 'web', $2
    FROM asked a JOIN arrived USING (id)
  ), told AS (
    INSERT INTO platform.outbox (id, name, data, request_id)
    SELECT a.event_id, a.event_name,
      jsonb_build_object('participation_id', a.id, 'session_id', a.session_id, 'study_id', a.study_id),
      a.request_id
    FROM asked a JOIN arrived USING (id)
  )
  SELECT id, created_at FROM arrived`,
);

/**
 * Participation, link, agreement and event of everybody who was admitted, in one statement.
 * @returns by applicant's position what was written; absent where a unique index said that this
 * person is there already.
 */
export async function writeAllocated(
  manager: EntityManager,
  applicants: readonly Applicant[],
  rows: readonly SeatRow[],
  outcomes: readonly Outcome[],
  now: Date,
): Promise<Map<number, ParticipationRow>> {
  const asked = outcomes.flatMap((outcome, i) => {
    const a = applicants[i];
    if (outcome.kind !== 'admitted' || !a) return [];
    const waits = outcome.state === 'waitlisted';
    return [
      {
        i,
        id: outcome.revives?.id ?? randomId(),
        revives: outcome.revives !== undefined,
        session_id: a.session_id,
        study_id: a.study_id,
        pseudonym: a.pseudonym,
        state: outcome.state,
        exclusive: a.exclusive,
        waiting_since: waits ? now : null,
        due_at: waits ? null : later(now, minutes(a.start_within_minutes)),
        account_id: a.account_id,
        agreement_id: randomId(),
        consent_id: a.consent.id,
        consent_version: a.consent.version,
        sha256: a.consent.sha256,
        locale: a.locale,
        event_id: timeOrderedId(),
        event_name: `enrolment.participant-${outcome.state}`,
        request_id: a.request_id,
      },
    ];
  });
  const written = new Map<number, ParticipationRow>();
  if (asked.length === 0) return written;
  const arrived = await write(manager, [JSON.stringify(asked), now]);
  const createdAt = new Map(arrived.map((row) => [row.id, row.created_at]));
  for (const { i, id, session_id, study_id, state, due_at } of asked) {
    const created_at = createdAt.get(id);
    const a = applicants[i];
    const seats = rows[i];
    if (created_at && a && seats)
      written.set(i, {
        id,
        session_id,
        study_id,
        state,
        due_at,
        created_at,
        updated_at: now,
        study_title: a.study_title,
        duration_minutes: a.duration_minutes,
        reward_amount: seats.reward_amount,
        reward_currency: seats.reward_currency,
      });
  }
  return written;
}
