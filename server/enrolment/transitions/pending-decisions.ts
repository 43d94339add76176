import type { EntityManager } from 'typeorm';
import type { ParticipationState } from '../../../contracts/enrolment/participations';
import { days, addMilliseconds } from '../../platform/concurrency/clock';
import { prepared } from '../../platform/db/prepared';
import { rosterCandidatesSql, hasSlotsSql, rosterStateSql } from '../model/state-of-day';
import { researcherRecordsCompletionSql } from '../model/session-facts.sql';
import type { TransitionRequest } from './transition-request';
import { restoredStateSql } from './restored-state.sql';

/*
 * Decisions of a researcher in an anonymous session (docs/decisions/participant-decisions.md): the
 * response depends only on the state that the roster shows. If the roster's state allows a decision
 * but the participation's present state does not, the decision is postponed. The roster shows the
 * postponed decision immediately. On the next day it is applied or dropped (settle-decisions.ts).
 */

/**
 * A line of a roster, read while its session is locked. It contains the facts on which a decision
 * about the participation depends.
 */
export interface RosterLineForDecision {
  state: ParticipationState;
  updated_at: Date;
  restores: ParticipationState | null;
  /**
   * The day (UTC) on which the participant withdrew their data; null on that day itself, since the
   * roster shows it only from the next day on.
   */
  data_withdrawn_on: string | null;
  /** Whether an earlier decision about the participation is postponed to the next day. */
  waits: boolean;
  /**
   * Whether the researcher records completions in this session. It is a setting of the session, so
   * it reveals nothing about the participation.
   */
  researcher_concludes: boolean;
}

/**
 * Makes the key of a roster line. It contains the session, since a participation may be on the
 * rosters of two sessions.
 */
export const rosterLineKeyOf = (
  of: Pick<TransitionRequest, 'participation_id' | 'session_id'>,
): string => `${of.session_id} ${of.participation_id}`;

/**
 * SQL: the day on which the participant withdrew their data. On that day itself it is null, since
 * the roster shows it only from the next day on (roster.read.ts).
 * @param since a parameter, the result of `eventsHiddenSince`
 */
export const rosterWithdrawalDaySql = (p: string, since: string): string =>
  `CASE WHEN ${p}.data_withdrawn_on < (${since}::timestamptz AT TIME ZONE 'UTC')::date
     THEN ${p}.data_withdrawn_on::text END`;

const read = prepared<{
  id: string;
  session_id: string;
  state: ParticipationState;
  updated_at: Date;
  restores: ParticipationState | null;
  data_withdrawn_on: string | null;
  waits: boolean;
  researcher_concludes: boolean;
}>(
  'listed-lines',
  `SELECT a.id, a.session_id, told.state, told.updated_at, ${restoredStateSql('p', 'told.state')} AS restores,
     ${rosterWithdrawalDaySql('p', '$3')} AS data_withdrawn_on,
     ${researcherRecordsCompletionSql('list')} AS researcher_concludes,
     EXISTS (SELECT FROM research.pending_decision w WHERE w.participation_id = a.id) AS waits
   FROM unnest($1::uuid[], $2::uuid[]) AS a (id, session_id)
   JOIN research.session list ON list.id = a.session_id AND list.privacy_level = 'anonymous'
     AND NOT ${hasSlotsSql('list')}
   JOIN research.participation p ON p.id = a.id
   CROSS JOIN LATERAL (${rosterStateSql('p', '$3', 'a.session_id')}) told`,
);

/**
 * Reads the roster lines that these requests address.
 * @returns the lines by `rosterLineKeyOf`. Participations that are not on the roster are left out.
 * Sessions with names or with slots are left out, too, because their rosters show the current state
 */
export async function rosterLinesForDecisions(
  manager: EntityManager,
  requests: readonly Pick<TransitionRequest, 'participation_id' | 'session_id'>[],
  since: Date,
): Promise<Map<string, RosterLineForDecision>> {
  if (requests.length === 0) return new Map();
  const rows = await read(manager, [
    requests.map((a) => a.participation_id),
    requests.map((a) => a.session_id),
    since,
  ]);
  return new Map(
    rows.map(({ id, session_id, ...line }) => [
      rosterLineKeyOf({ participation_id: id, session_id }),
      line,
    ]),
  );
}

const keep = prepared(
  'keep-decisions',
  `INSERT INTO research.pending_decision AS w
     (participation_id, session_id, action, to_state, reason, category, decided_at, judged_on)
   SELECT k.id, k.session_id, k.action, k.to_state, k.reason, k.category, $2, $3::date
   FROM jsonb_to_recordset($1::jsonb) AS k (
     id uuid, session_id uuid, action text, to_state text, reason text, category text
   )
   ON CONFLICT (participation_id) DO UPDATE SET session_id = excluded.session_id,
     action = excluded.action, to_state = excluded.to_state, reason = excluded.reason,
     category = excluded.category, decided_at = excluded.decided_at, judged_on = excluded.judged_on`,
);

/** The next day (UTC). */
export const dayAfter = (now: Date): string =>
  addMilliseconds(now, days(1)).toISOString().slice(0, 10);

/** Postpones decisions to the next day. A new decision replaces an earlier one about the same participation. */
export async function postponeDecisions(
  manager: EntityManager,
  wished: readonly { request: TransitionRequest; to: ParticipationState }[],
  now: Date,
): Promise<void> {
  if (wished.length === 0) return;
  const rows = wished.map(({ request, to }) => ({
    id: request.participation_id,
    session_id: request.session_id,
    action: request.action,
    to_state: to,
    reason: request.reason,
    category: request.category,
  }));
  await keep(manager, [JSON.stringify(rows), now, dayAfter(now)]);
}

const drop = prepared(
  'drop-decisions',
  `DELETE FROM research.pending_decision WHERE participation_id = ANY($1::uuid[])`,
);

/** Deletes postponed decisions after a later decision was applied immediately. */
export async function dropPostponedDecisions(
  manager: EntityManager,
  ids: readonly string[],
): Promise<void> {
  if (ids.length > 0) await drop(manager, [ids]);
}

/**
 * Reads the lines of one roster, with the pseudonyms from which their tags are computed.
 * @param since the result of `eventsHiddenSince`; null if the roster shows the current state
 */
export const rosterLinesWithPseudonyms = (
  manager: EntityManager,
  sessionId: string,
  since: Date | null,
): Promise<{ id: string; pseudonym: Buffer }[]> =>
  manager.query(
    `SELECT p.id, p.pseudonym FROM (${rosterCandidatesSql('$1::uuid', '$2')}) p
     CROSS JOIN LATERAL (${rosterStateSql('p', '$2', '$1::uuid')}) told`,
    [sessionId, since],
  );
