import type { ParticipationState } from '../../../contracts/enrolment/participations';
import type { Transaction } from '../../platform/db/unit-of-work';
import { exportedStateSql } from '../model/exported-state.sql';
import { candidatesOf, stateOfDay } from '../model/state-of-day';

/** The states of participants who may still come to an end that is decided. */
const underWay: readonly ParticipationState[] = ['offered', 'enrolled', 'started', 'completed'];

/**
 * The participants of a session that is over: closed, and none of them is under way or waits for a
 * decision, as its lists show it. Where steps are hidden, a decision of today may be one that is only shown as made, so
 * the session is over from the next day on.
 * The caller has checked that the reader may run the session; who writes has locked its row.
 * @param since the answer of `hiddenSince`
 * @returns their states, as the exports have them, by code in hexadecimal digits, without the tags of the roster: nothing
 *   may have both; null where the session is not over
 */
export async function participantsByCode(
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
     FROM (${candidatesOf('$1::uuid', '$2')}) p
     CROSS JOIN LATERAL (${stateOfDay('p', '$2', '$1::uuid')}) told
     JOIN research.session s ON s.id = $1
     ORDER BY p.pseudonym`,
    [sessionId, since],
  );
  if (rows.some(({ state, is_earlier }) => !is_earlier || underWay.includes(state))) return null;
  return new Map(rows.map(({ code, exported }) => [code, exported]));
}
