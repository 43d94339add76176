import type { ParticipationState } from '../../../contracts/enrolment/participations';
import type { PrivacyLevel } from '../../../contracts/studies/studies';
import type { Transaction } from '../../platform/db/unit-of-work';
import type { Secrets } from '../../platform/security/secrets';
import { seesEventsAtOnceSql } from '../../studies/people/reader-by-day.sql';
import { mayOnStudySql } from '../../studies/study.policy';
import { rosterCandidatesSql, eventsHiddenSince, rosterStateSql } from '../model/state-of-day';
import { linksOfAccountSql, linksOfAccountParameters } from '../links/participation-links';
import { pseudonymsInStudy } from '../links/pseudonyms';

/** A participation about which its participant and the researchers exchange messages. */
export interface ParticipationForMessages {
  id: string;
  session_id: string;
  study_id: string;
  pseudonym: Buffer;
  privacy_level: PrivacyLevel;
  study_title: string;
  state: ParticipationState;
  has_started: boolean;
  /**
   * When the participation reached its state. If the reader is a researcher, the value is the time
   * that the roster shows.
   */
  updated_at: Date;
  /** Whether the caller is one of the researchers of the study. */
  runs: boolean;
  /** Whether the caller may see exact times in the session (reader-by-day.sql.ts). */
  sees_names: boolean;
  /** Whether the participation is on the roster of the session (state-of-day.ts). */
  has_line: boolean;
}

/**
 * Reads a participation for the messages about it.
 * @param roster null if the reader is the participant. Then all fields have their current values.
 * If the reader is a researcher, `roster` contains the session on whose roster the researcher chose
 * the participation. Then:
 * - `session_id` and `updated_at` are the values on the roster. They do not reveal whether the
 *   participation moved to another session today. `state` and `has_started` are current.
 * - The caller must refuse a participation that is not on the roster (`has_line`). The only
 *   exception is a participant who wrote a message in the roster's session today
 *   (`hasParticipantWrittenSince` in messages/conversation-list.ts).
 * @returns undefined if the study of the roster's session has no such participation
 */
export async function participationForMessages(
  tx: Transaction,
  participationId: string,
  accountId: string,
  roster: { session_id: string; now: Date } | null = null,
): Promise<ParticipationForMessages | undefined> {
  const [found] = await tx.query<ParticipationForMessages>(
    `SELECT p.id, s.id AS session_id, p.study_id, p.pseudonym, p.state,
       CASE WHEN $3::uuid IS NULL THEN p.updated_at ELSE coalesce(told.updated_at, p.updated_at) END
         AS updated_at,
       p.started_at IS NOT NULL AS has_started, s.privacy_level,
       s.snapshot->>'title' AS study_title, ${mayOnStudySql('run', 'st', '$2')} AS runs,
       ${seesEventsAtOnceSql('st', 's', '$2')} AS sees_names,
       told.state IS NOT NULL AS has_line
     FROM research.participation p
     JOIN research.session s ON s.id = coalesce($3::uuid, p.session_id)
     JOIN research.study_profile st ON st.id = p.study_id
     LEFT JOIN LATERAL (${rosterStateSql('p', eventsHiddenSinceSql('s', '$4'), 's.id')}) told ON true
     WHERE p.id = $1 AND p.study_id = s.study_id`,
    [
      participationId,
      accountId,
      roster?.session_id ?? null,
      roster && eventsHiddenSince('anonymous', roster.now),
    ],
  );
  return found;
}

/**
 * SQL: the time since which a session hides events, as `eventsHiddenSince` computes it. Null if the
 * session is not anonymous.
 * @param s the alias of research.session
 * @param since a parameter: the time since which anonymous sessions hide events
 */
export const eventsHiddenSinceSql = (s: string, since: string): string =>
  `(CASE ${s}.privacy_level WHEN 'anonymous' THEN ${since}::timestamptz END)`;

/**
 * SQL that joins a row with its session, as `s`, and with its participation, as `p`.
 * @param c the alias of the row, which has the columns `session_id` and `participation_id`
 */
export const joinSessionAndParticipationSql = (c: string): string =>
  `JOIN research.session s ON s.id = ${c}.session_id
   JOIN research.participation p ON p.id = ${c}.participation_id`;

/**
 * SQL condition: a participation is on the roster of a session.
 * @param p the alias of research.participation
 * @param s the alias of research.session
 * @param since a parameter: since when an anonymous session hides events
 */
export const isOnRosterSql = (p: string, s: string, since: string): string =>
  `EXISTS (${rosterStateSql(p, eventsHiddenSinceSql(s, since), `${s}.id`)})`;

/**
 * Locks a participation until the transaction ends. So the messages about it are written one after
 * the other, and no message is written while the participation moves to another session. The lock
 * delays all transitions of the participation, so the caller must first check that a message may be
 * written.
 */
export async function lockParticipationForMessages(
  tx: Transaction,
  participationId: string,
): Promise<void> {
  await tx.query(`SELECT id FROM research.participation WHERE id = $1 FOR NO KEY UPDATE`, [
    participationId,
  ]);
}

export const isOwnParticipation = (
  secrets: Secrets,
  at: ParticipationForMessages,
  accountId: string,
): boolean =>
  pseudonymsInStudy(secrets, at.study_id, accountId).some((one) => one.equals(at.pseudonym));

/** A session that messages are about. */
export interface SessionForMessages {
  study_id: string;
  privacy_level: PrivacyLevel;
}

/**
 * Reads a session for messages to its participants.
 * @returns undefined if there is no such session
 */
export async function sessionForMessages(
  tx: Transaction,
  sessionId: string,
): Promise<SessionForMessages | undefined> {
  const [found] = await tx.query<SessionForMessages>(
    `SELECT study_id, privacy_level FROM research.session WHERE id = $1`,
    [sessionId],
  );
  return found;
}

/**
 * Locks one page of the participations that get a broadcast. The page contains participations that
 * the session's roster shows in one of `states`, in the order of their random ids. It includes
 * participations that moved to another session today: a missing message would reveal the move. It
 * leaves out participations whose last transition was at or before `since`.
 */
export const lockBroadcastRecipients = (
  tx: Transaction,
  { sessionId, states, after, since, hidden }: BroadcastAudience,
  limit: number,
): Promise<{ id: string }[]> =>
  tx.query(
    `SELECT p.id FROM research.participation p
     CROSS JOIN LATERAL (${rosterStateSql('p', '$6', '$1::uuid')}) told
     WHERE p.id IN (SELECT c.id FROM (${rosterCandidatesSql('$1::uuid', '$6')}) c) AND p.id > $3
       AND told.updated_at > $4 AND told.state = ANY($2::text[])
     ORDER BY p.id LIMIT $5 FOR NO KEY UPDATE OF p`,
    [sessionId, states, after, since, limit, hidden],
  );
export interface BroadcastAudience {
  sessionId: string;
  states: readonly ParticipationState[];
  /** The last participation of the previous page, by its id. */
  after: string;
  /** Only participations whose last transition was after this time are included. */
  since: Date;
  /** Since when the roster hides events (state-of-day.ts). */
  hidden: Date | null;
}

/** Finds those of the given participations whose last transition was at or before `before`. */
export async function participationsUnchangedSince(
  tx: Transaction,
  participationIds: readonly string[],
  before: Date,
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `SELECT id FROM research.participation WHERE id = ANY($1::uuid[]) AND updated_at <= $2`,
    [participationIds, before],
  );
  return rows.map(({ id }) => id);
}

/**
 * Reads the ids of all participations of an account. Only the role commonlab_link may read which
 * account has which participations: the function switches to it, and then back to the application's
 * role.
 */
export async function participationIdsOfAccount(
  tx: Transaction,
  accountId: string,
  secrets: Secrets,
): Promise<string[]> {
  await tx.as('commonlab_link');
  const rows = await tx.query<{ participation_id: string }>(
    `WITH RECURSIVE ${linksOfAccountSql} SELECT participation_id FROM own`,
    linksOfAccountParameters(secrets, accountId),
  );
  await tx.as('commonlab_app');
  return rows.map(({ participation_id }) => participation_id);
}
