import type { EntityManager } from 'typeorm';
import type { PrivacyLevel } from '../../../contracts/studies/studies';
import { seesMomentsSql } from '../../studies/people/reader-by-day.sql';
import { requirePermission } from '../../studies/people/refusals';
import { mayOnStudySql } from '../../studies/study.policy';

interface RunSession {
  study_id: string;
  owner_id: string;
  privacy_level: PrivacyLevel;
  /** Whether lists show the caller exact times next to tags, within the privacy level (reader-by-day.sql.ts). */
  sees_names: boolean;
  may: boolean;
}

/**
 * Called before a line of the roster is read, whether or not it exists: a caller who may not run the session gets the
 * same response for every line.
 * @throws DomainError forbidden for others who may read the session, not_found for all others
 */
export async function mustRunSession(
  manager: EntityManager,
  sessionId: string,
  accountId: string,
): Promise<Omit<RunSession, 'may'>> {
  const [found]: RunSession[] = await manager.query(
    `SELECT s.study_id, st.owner_id, s.privacy_level, ${seesMomentsSql('st', 's', '$2')} AS sees_names,
       ${mayOnStudySql('run', 'st', '$2')} AS may
     FROM research.session s JOIN research.study_profile st ON st.id = s.study_id
     WHERE s.id = $1 AND ${mayOnStudySql('read', 'st', '$2')}`,
    [sessionId, accountId],
  );
  return requirePermission(found);
}
