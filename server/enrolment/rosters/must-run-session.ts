import type { EntityManager } from 'typeorm';
import type { PrivacyLevel } from '../../../contracts/studies/studies';
import { seesEventsAtOnceSql } from '../../studies/people/reader-by-day.sql';
import { requirePermission } from '../../studies/people/refusals';
import { mayOnStudySql } from '../../studies/study.policy';

interface RunSession {
  study_id: string;
  owner_id: string;
  privacy_level: PrivacyLevel;
  /**
   * Whether the caller may see exact times next to tags, unless the privacy level hides them
   * (reader-by-day.sql.ts).
   */
  sees_names: boolean;
  may: boolean;
}

/**
 * Checks that the caller may run the session, before a line of its roster is read: a caller who may
 * not run it gets the same response for every line, whether or not the line exists.
 * @throws DomainError forbidden for callers who may read the session but not run it, not_found for
 * all others
 */
export async function requireRightToRunSession(
  manager: EntityManager,
  sessionId: string,
  accountId: string,
): Promise<Omit<RunSession, 'may'>> {
  const [found]: RunSession[] = await manager.query(
    `SELECT s.study_id, st.owner_id, s.privacy_level, ${seesEventsAtOnceSql('st', 's', '$2')} AS sees_names,
       ${mayOnStudySql('run', 'st', '$2')} AS may
     FROM research.session s JOIN research.study_profile st ON st.id = s.study_id
     WHERE s.id = $1 AND ${mayOnStudySql('read', 'st', '$2')}`,
    [sessionId, accountId],
  );
  return requirePermission(found);
}
