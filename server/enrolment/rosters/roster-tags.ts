import type { EntityManager } from 'typeorm';
import type { Secrets } from '../../platform/security/secrets';
import { rosterTagOf } from './roster-entries';

/**
 * Reads the tags of participations on the roster of a session, for lists that other contexts make.
 * The caller must check that the reader may run the session.
 * @returns the tags by participation; participations of other sessions are left out
 */
export async function rosterTags(
  manager: Pick<EntityManager, 'query'>,
  secrets: Pick<Secrets, 'mac'>,
  sessionId: string,
  participationIds: readonly string[],
): Promise<Map<string, string>> {
  const rows: { id: string; pseudonym: Buffer }[] = await manager.query(
    `SELECT id, pseudonym FROM research.participation WHERE session_id = $1 AND id = ANY($2::uuid[])`,
    [sessionId, participationIds],
  );
  return new Map(rows.map(({ id, pseudonym }) => [id, rosterTagOf(secrets, sessionId, pseudonym)]));
}
