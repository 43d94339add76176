import type { ParticipationState } from '../../../contracts/enrolment/participations';
import type { Transaction } from '../../platform/db/unit-of-work';
import type { Secrets } from '../../platform/security/secrets';
import { rosterCandidatesSql, rosterStateSql } from '../model/state-of-day';
import { rosterTagOf } from './roster-entries';

export interface RosterParticipant {
  /** The id of the participation. */
  readonly id: string;
  readonly tag: string;
  /** The state that the roster shows, including decisions that the study's people made today. */
  readonly state: ParticipationState;
  /**
   * Whether the participant reached this state before today (UTC), if the roster hides the events
   * of today. True if the roster hides no events.
   */
  readonly isEarlier: boolean;
  /**
   * The current state. If the roster hides events, no response may depend on this state, because
   * the response would reveal an event of today.
   */
  readonly present: ParticipationState;
}

/**
 * Reads the participants on the roster of a session. The payments context uses this to pay
 * participants by their tags. The caller must check that the reader may run the session, and must
 * lock the session's row before writing.
 * @param since the result of `eventsHiddenSince`
 * @returns the participants by tag
 */
export async function rosterParticipants(
  on: Pick<Transaction, 'query'>,
  secrets: Pick<Secrets, 'mac'>,
  sessionId: string,
  since: Date | null,
): Promise<Map<string, RosterParticipant>> {
  const rows = await on.query<{
    id: string;
    pseudonym: Buffer;
    state: ParticipationState;
    is_earlier: boolean;
    present: ParticipationState;
  }>(
    `SELECT p.id, p.pseudonym, told.state, $2::timestamptz IS NULL OR told.updated_at < $2 AS is_earlier,
       p.state AS present
     FROM (${rosterCandidatesSql('$1::uuid', '$2')}) p
     CROSS JOIN LATERAL (${rosterStateSql('p', '$2', '$1::uuid')}) told`,
    [sessionId, since],
  );
  return new Map(
    rows.map(({ id, pseudonym, state, is_earlier, present }) => {
      const tag = rosterTagOf(secrets, sessionId, pseudonym);
      return [tag, { id, tag, state, isEarlier: is_earlier, present }];
    }),
  );
}
