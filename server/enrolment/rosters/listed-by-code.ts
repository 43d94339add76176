import type { ParticipationState } from '../../../contracts/enrolment/participations';
import type { Transaction } from '../../platform/db/unit-of-work';
import { exportedStateSql } from '../model/exported-state.sql';
import { rosterCandidatesSql, rosterStateSql } from '../model/state-of-day';

/** The states of participants who may still complete, or who wait for a decision. */
const underWay: readonly ParticipationState[] = ['offered', 'enrolled', 'started', 'completed'];

/**
 * Reads the final states of the participants of a session that is over. A session is over when it
 * is closed and its roster shows no participant who still takes part or waits for a decision. If
 * the roster hides the events of today, a session that ended today counts as over only tomorrow.
 * The caller must check that the reader may run the session, and must lock the session's row before
 * writing.
 * @param since the result of `eventsHiddenSince`
 * @returns for each participant's code (the pseudonym in hexadecimal digits) the state that exports
 * contain; null if the session is not over. The result contains no roster tags, since a code and a
 * tag must never appear together
 */
export async function finalStatesByParticipantCode(
  on: Pick<Transaction, 'query'>,
  sessionId: string,
  since: Date | null,
): Promise<Map<string, ParticipationState> | null> {
  const [session] = await on.query<{ is_closed: boolean }>(
    `SELECT state = 'closed' AND ($2::timestamptz IS NULL OR closed_at < $2) AS is_closed
     FROM research.session WHERE id = $1`,
    [sessionId, since],
  );
  if (!session?.is_closed) return null;
  const rows = await on.query<{
    code: string;
    state: ParticipationState;
    exported: ParticipationState;
    is_earlier: boolean;
  }>(
    `SELECT encode(p.pseudonym, 'hex') AS code, told.state, ${exportedStateSql('p', 's.privacy_level', 'told.state')} AS exported,
       $2::timestamptz IS NULL OR told.updated_at < $2 AS is_earlier
     FROM (${rosterCandidatesSql('$1::uuid', '$2')}) p
     CROSS JOIN LATERAL (${rosterStateSql('p', '$2', '$1::uuid')}) told
     JOIN research.session s ON s.id = $1
     ORDER BY p.pseudonym`,
    [sessionId, since],
  );
  if (rows.some(({ state, is_earlier }) => !is_earlier || underWay.includes(state))) return null;
  return new Map(rows.map(({ code, exported }) => [code, exported]));
}
