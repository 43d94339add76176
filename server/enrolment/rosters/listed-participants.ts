import type { ParticipationState } from '../../../contracts/enrolment/participations';
import type { Transaction } from '../../platform/db/unit-of-work';
import type { Secrets } from '../../platform/security/secrets';
import { candidatesOf, stateOfDay } from '../model/state-of-day';
import { tagOf } from './roster-entries';

/** A participant as the researcher's list of a session shows it. */
export interface ListedParticipant {
  /** The participation. */
  readonly id: string;
  readonly tag: string;
  /** As the list shows it, with what the study's people decided today. */
  readonly state: ParticipationState;
  /** Whether the state is from before the moment since which steps are hidden; true where none is hidden. */
  readonly isEarlier: boolean;
  /** The state at this moment, which no answer may depend on where steps are hidden. */
  readonly present: ParticipationState;
}

/**
 * The participants of a session, for payments that other contexts make by tag. The caller has checked that the reader may
 * run the session; who writes has locked its row.
 * @param since the answer of `hiddenSince`
 * @returns by tag
 */
export async function listedParticipants(
  on: Pick<Transaction, 'query'>,
  secrets: Pick<Secrets, 'mac'>,
  sessionId: string,
  since: Date | null,
): Promise<Map<string, ListedParticipant>> {
  const rows = await on.query<{
    id: string;
    pseudonym: Buffer;
    state: ParticipationState;
    is_earlier: boolean;
    present: ParticipationState;
  }>(
    `SELECT p.id, p.pseudonym, told.state, $2::timestamptz IS NULL OR told.updated_at < $2 AS is_earlier,
       p.state AS present
     FROM (${candidatesOf('$1::uuid', '$2')}) p
     CROSS JOIN LATERAL (${stateOfDay('p', '$2', '$1::uuid')}) told`,
    [sessionId, since],
  );
  return new Map(
    rows.map(({ id, pseudonym, state, is_earlier, present }) => {
      const tag = tagOf(secrets, sessionId, pseudonym);
      return [tag, { id, tag, state, isEarlier: is_earlier, present }];
    }),
  );
}
