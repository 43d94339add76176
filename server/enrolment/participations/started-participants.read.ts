import type { ParticipationState } from '../../../contracts/enrolment/participations';
import type { PrivacyLevel } from '../../../contracts/studies/studies';
import type { Snapshot } from '../../platform/db/snapshot';
import { exportedStateSql } from '../model/exported-state.sql';
import { rosterStateSql } from '../model/state-of-day';
import { isBlindedSql } from '../model/session-facts.sql';

/**
 * A participant who started a study, for an export of the study's data. No field identifies the
 * person.
 */
export interface StartedParticipant {
  readonly id: string;
  readonly session_id: string;
  /** The pseudonym, in hexadecimal digits. */
  readonly participant: string;
  readonly state: ParticipationState;
  /** The day (UTC) of the start. */
  readonly day: string;
  readonly withdrawn: boolean;
  /** The day (UTC) on which the participant withdrew all data; null if that has not happened. */
  readonly withdrawn_on: string | null;
}
/**
 * A session as exports describe it, with the version of the study's files that its launch froze.
 */
export interface ExportedStudySession {
  readonly id: string;
  readonly privacy_level: PrivacyLevel;
  readonly version_id: string | null;
  readonly version_sha256: string | null;
  /**
   * Whether exports omit the experimental condition of each run, because the session is blinded and
   * not closed yet.
   */
  readonly blinded: boolean;
  /** How many records a complete run has; 0 if the study does not state it. */
  readonly expected_records: number;
}

/** The role that reads research data and nothing else (docs/architecture.md). */
const role = 'commonlab_export';

export const sessionsOfStudy = (
  snapshot: Snapshot,
  studyId: string,
): Promise<ExportedStudySession[]> =>
  snapshot.query<ExportedStudySession>(
    `SELECT s.id, s.privacy_level, s.snapshot->'runtime'->>'version_id' AS version_id,
       s.snapshot->'runtime'->>'sha256' AS version_sha256,
       ${isBlindedSql('s')} AS blinded,
       coalesce((s.snapshot->'runtime'->>'expected_records')::int, 0) AS expected_records
     FROM research.session s WHERE s.study_id = $1 ORDER BY s.id`,
    [studyId],
    role,
  );

/**
 * Reads the day (UTC) on which each participation was first completed. The day stays in the result
 * even if the completion was later undone, or if the data were deleted.
 */
export const completionsOfStudy = (
  snapshot: Snapshot,
  studyId: string,
): AsyncGenerator<{ id: string; day: string }[]> =>
  snapshot.pages<{ id: string; day: string }>(
    `SELECT m.participation_id AS id, (min(m.at) AT TIME ZONE 'UTC')::date::text AS day
     FROM research.participation p JOIN research.participation_move m ON m.participation_id = p.id
     WHERE p.study_id = $1 AND m.to_state = 'completed' GROUP BY m.participation_id`,
    [studyId],
    role,
  );

const taker = `p.id, p.session_id, encode(p.pseudonym, 'hex') AS participant, p.state,
       (p.started_at AT TIME ZONE 'UTC')::date::text AS day,
       p.data_withdrawn_on IS NOT NULL AS withdrawn, p.data_withdrawn_on::text AS withdrawn_on`;

/** Reads those of the given participations that have started. */
export const startedParticipantsAmong = (
  snapshot: Snapshot,
  ids: readonly string[],
): Promise<StartedParticipant[]> =>
  snapshot.query<StartedParticipant>(
    `SELECT ${taker} FROM research.participation p
     WHERE p.id = ANY($1::uuid[]) AND p.started_at IS NOT NULL`,
    [ids],
    role,
  );

/** Reads the participants of all sessions of a study, one page at a time. */
export const startedParticipantsOfStudy = (
  snapshot: Snapshot,
  studyId: string,
): AsyncGenerator<StartedParticipant[]> =>
  snapshot.pages<StartedParticipant>(
    `SELECT ${taker}
     FROM research.participation p WHERE p.study_id = $1 AND p.started_at IS NOT NULL`,
    [studyId],
    role,
  );

/**
 * The reader of an export, and the day of the export. Which states the export may show depends on
 * the reader and on the day.
 */
export interface RosterStatesReader {
  readonly sees_names: boolean;
  /** The day (UTC) of the export. */
  readonly today: string;
}

/**
 * Reads the state of each participation that has started, as far as an export may show the state.
 * It is the current state, with two exceptions:
 * - In an anonymous session, and for a reader who sees no names, it is the state at the beginning
 *   of the day (state-of-day.ts). Participants who were not on the roster at that time are left
 *   out.
 * - In an anonymous session, it is the state before the researchers' decision
 *   (exported-state.sql.ts).
 */
export const rosterStates = (
  snapshot: Snapshot,
  studyId: string,
  { sees_names, today }: RosterStatesReader,
): AsyncGenerator<{ id: string; state: ParticipationState }[]> => {
  const since = `(CASE WHEN s.privacy_level = 'anonymous' OR NOT $2::boolean
    THEN $3::timestamptz END)`;
  return snapshot.pages<{ id: string; state: ParticipationState }>(
    `SELECT p.id, ${exportedStateSql('p', 's.privacy_level', 'told.state')} AS state
     FROM research.participation p JOIN research.session s ON s.id = p.session_id
     CROSS JOIN LATERAL (${rosterStateSql('p', since)}) told
     WHERE p.study_id = $1 AND p.started_at IS NOT NULL`,
    [studyId, sees_names, `${today}T00:00:00Z`],
    role,
  );
};
