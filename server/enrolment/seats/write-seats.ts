import type { EntityManager } from 'typeorm';
import type { Participation } from '../../../contracts/enrolment/participations';
import { addMilliseconds, minutes } from '../../platform/concurrency/clock';
import { randomId, timeOrderedId } from '../../platform/db/ids';
import { prepared } from '../../platform/db/prepared';
import { newLinksSql } from '../links/participation-links';
import type { SeatApplicant } from './applicant';
import type { SeatOutcome } from './seat-allocation.rule';

/**
 * Writes the participations, links, agreements and events of a batch in one statement.
 * - Applicants who are put on a waitlist get the next numbers of that waitlist, in the order of
 *   their requests (`place` is 1 for the first applicant of the batch). No other transaction can
 *   take these numbers, since the session is locked.
 * - If a new participation violates a unique index, the statement leaves it out, with its link, its
 *   agreement and its event.
 * - An agreement gets the pseudonym of its participation, since a revived participation keeps its
 *   former pseudonym.
 * @returns the participations that were written.
 */
const writeAllocated = prepared<{ id: string; created_at: Date }>(
  'write-allocated',
  `WITH asked AS (
     SELECT *
     FROM jsonb_to_recordset($1::jsonb) AS r (
       id uuid, revives boolean,
       session_id uuid, study_id uuid, pseudonym text, list_key bytea, account bytea,
       state text, exclusive boolean, place bigint, due_at timestamptz,
       agreement_id uuid, consent_id uuid, consent_version integer, sha256 text, locale text,
       questions_passed integer,
       event_id uuid, event_name text, request_id text
     )
   ), numbered AS (
     SELECT r.*,
       CASE WHEN r.place IS NOT NULL THEN r.place + coalesce((
         SELECT max(w.wait_no)
         FROM research.participation w
         WHERE w.session_id = r.session_id AND w.state = 'waitlisted'
       ), 0) END AS wait_no
     FROM asked r
   ), created AS (
     INSERT INTO research.participation (
       id, session_id, study_id, pseudonym,
       state, exclusive, moved_by,
       wait_no, due_at, created_at, updated_at
     )
     SELECT
       id, session_id, study_id, decode(pseudonym, 'hex'),
       state, exclusive, 'participant',
       wait_no, due_at, $2, $2
     FROM numbered
     WHERE NOT revives
     ON CONFLICT DO NOTHING
     RETURNING id, created_at, pseudonym
   ), revived AS (
     UPDATE research.participation p
     SET session_id = a.session_id,
       state = a.state, moved_by = 'participant', move_reason = NULL,
       wait_no = a.wait_no, due_at = a.due_at, updated_at = $2
     FROM numbered a
     WHERE a.revives AND p.id = a.id
     RETURNING p.id, p.created_at, p.pseudonym
   ), unlinked AS (
     SELECT a.id AS participation_id, a.list_key, a.account
     FROM asked a
     JOIN created c ON c.id = a.id
   ), linked AS (
     INSERT INTO identity.participation_link (participation_id, entry, account)
     ${newLinksSql('unlinked')}
   ), relinked AS (
     UPDATE identity.participation_link l
     SET account = a.account
     FROM asked a
     WHERE a.revives AND l.participation_id = a.id AND l.entry IS NOT NULL
   ), written AS (
     SELECT * FROM created
     UNION ALL
     SELECT * FROM revived
   ), agreed AS (
     INSERT INTO research.agreement (
       id, study_id, consent_id, consent_version,
       pseudonym, locale, sha256, method, questions_passed, at
     )
     SELECT
       a.agreement_id, a.study_id, a.consent_id, a.consent_version,
       w.pseudonym, a.locale, a.sha256, 'web', a.questions_passed, $2
     FROM asked a
     JOIN written w USING (id)
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

/** Converts bytes to the text that jsonb_to_recordset reads as a bytea. */
const jsonBytes = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`;

/** Makes the row that the statement reads as `asked`, for one applicant. */
function recordOf(
  a: SeatApplicant,
  { state, revives }: Extract<SeatOutcome, { kind: 'allocated' }>,
  place: number | null,
  now: Date,
) {
  const id = revives?.id ?? randomId();
  return {
    id,
    revives: revives !== undefined,
    session_id: a.session_id,
    study_id: a.study_id,
    pseudonym: a.pseudonym,
    list_key: jsonBytes(a.link.listKey()),
    account: jsonBytes(a.link.account(id)),
    state,
    exclusive: a.exclusive,
    place,
    due_at: place !== null ? null : addMilliseconds(now, minutes(a.start_within_minutes)),
    agreement_id: randomId(),
    consent_id: a.consent.id,
    consent_version: a.consent.version,
    sha256: a.consent.sha256,
    questions_passed: a.consent.questions_passed,
    locale: a.locale,
    event_id: timeOrderedId(),
    event_name: `enrolment.participant-${state}`,
    request_id: a.request_id,
  };
}

/** The columns of a participation that was written or existed already. */
export interface StoredParticipation {
  id: string;
  session_id: string;
  state: Participation['state'];
  due_at: Date | null;
  reason?: string | null;
  data_withdrawn_on?: string | null;
  has_started?: boolean;
  consent_withdrawn?: boolean;
  paused?: boolean;
  created_at: Date;
  updated_at: Date;
}

/**
 * Writes the decisions that allocate a seat or a place on the waitlist.
 * @returns for each decision the participation that was written; undefined if the decision
 * allocates nothing, or if a unique index refused the participation
 */
export async function writeSeats(
  manager: EntityManager,
  decisions: readonly { applicant: SeatApplicant; outcome: SeatOutcome }[],
  now: Date,
): Promise<(StoredParticipation | undefined)[]> {
  const places = new Map<string, number>();
  /** Returns the next free place of this batch on the waitlist of a session, counted from 1. */
  const placeIn = (session: string): number => {
    const place = (places.get(session) ?? 0) + 1;
    places.set(session, place);
    return place;
  };
  const records = decisions.map(({ applicant, outcome }) =>
    outcome.kind === 'allocated'
      ? recordOf(
          applicant,
          outcome,
          outcome.state === 'waitlisted' ? placeIn(applicant.session_id) : null,
          now,
        )
      : undefined,
  );
  const asked = records.filter((record) => record !== undefined);
  const written =
    asked.length === 0 ? [] : await writeAllocated(manager, [JSON.stringify(asked), now]);
  const createdAt = new Map(written.map((row) => [row.id, row.created_at]));
  return records.map((record) => {
    const created_at = record && createdAt.get(record.id);
    return created_at && { ...record, created_at, updated_at: now };
  });
}
