import type { EntityManager } from 'typeorm';
import type { ParticipationState } from '../../../contracts/enrolment/participations';
import type { Secrets } from '../../platform/security/secrets';
import { rosterEntryOf, rosterTagOf } from './roster-entries';

/** A line of a roster without a name, for lists of other contexts, such as the list of slots. */
export interface RosterLine {
  entry: string;
  tag: string;
  state: ParticipationState;
}

/**
 * SQL condition: the participation is in the session, so that `rosterLines` returns a line for it.
 * Use the condition in a statement that selects a page of participations. Both parameters are SQL
 * operands.
 */
export const isParticipationInSessionSql = (participation: string, session: string): string =>
  `EXISTS (SELECT FROM research.participation line
     WHERE line.id = ${participation} AND line.session_id = ${session})`;

/**
 * Reads the roster lines of participations for a researcher who may see the names of the session
 * (`see_names`); the caller must check that.
 * @returns the lines by participation; participations of other sessions are left out
 */
export async function rosterLines(
  manager: EntityManager,
  secrets: Secrets,
  sessionId: string,
  participationIds: readonly string[],
): Promise<Map<string, RosterLine>> {
  const rows: { id: string; pseudonym: Buffer; state: ParticipationState }[] = await manager.query(
    `SELECT id, pseudonym, state FROM research.participation
     WHERE session_id = $1 AND id = ANY($2::uuid[])`,
    [sessionId, participationIds],
  );
  return new Map(
    rows.map(({ id, pseudonym, state }) => [
      id,
      {
        entry: rosterEntryOf(secrets, sessionId, id),
        tag: rosterTagOf(secrets, sessionId, pseudonym),
        state,
      },
    ]),
  );
}
