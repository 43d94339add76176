import type { ParticipationState } from '../../../contracts/enrolment/participations';
import type { Transaction } from '../../platform/db/unit-of-work';
import { candidatesOf, stateOfDay } from '../model/state-of-day';

/** A participant by the code of exports, without the tag of the roster: nothing may have both. */
export interface CodedParticipant {
  /** As the exports of the session's data state it. */
  readonly state: ParticipationState;
  /** Whether the state is from before the moment since which steps are hidden; true where none is hidden. */
  readonly isEarlier: boolean;
}

/** The states of participants who may still come to an end that is decided. */
const underWay: readonly ParticipationState[] = ['offered', 'enrolled', 'started', 'completed'];

/**
 * The participants of a session that is over: closed, and none of them is under way or waits for a
 * decision, as its lists show it.
 * The caller has checked that the reader may run the session; who writes has locked its row.
 * @param since the answer of `hiddenSince`
 * @returns by code, in hexadecimal digits; null where the session is not over
 */
export async function participantsByCode(
  on: Pick<Transaction, 'query'>,
  sessionId: string,
  since: Date | null,
): Promise<Map<string, CodedParticipant> | null> {
  const [session] = await on.query<{ is_closed: boolean }>(
    `SELECT state = 'closed' AND ($2::timestamptz IS NULL OR closed_at < $2) AS is_closed
     FROM research.session WHERE id = $1`,
    [sessionId, since],
  );
  if (!session?.is_closed) return null;
  const rows = await on.query<{ code: string; state: ParticipationState; is_earlier: boolean }>(
    `SELECT encode(p.pseudonym, 'hex') AS code, told.state,
       $2::timestamptz IS NULL OR told.updated_at < $2 AS is_earlier
     FROM (${candidatesOf('$1::uuid', '$2')}) p
     CROSS JOIN LATERAL (${stateOfDay('p', '$2', '$1::uuid')}) told
     ORDER BY p.pseudonym`,
    [sessionId, since],
  );
  if (rows.some(({ state }) => underWay.includes(state))) return null;
  return new Map(
    rows.map(({ code, state, is_earlier }) => [code, { state, isEarlier: is_earlier }]),
  );
}
