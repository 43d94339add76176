import type { PrivacyLevel } from '../../../contracts/studies/studies';
import type { Transaction } from '../../platform/db/unit-of-work';
import { requirePermission } from '../../studies/people/refusals';
import { readsRosterSql, seesParticipantNamesSql } from '../../studies/people/roster.policy';
import { mayOnStudySql } from '../../studies/study.policy';
import { researcherRecordsCompletionSql } from '../model/session-facts.sql';

/** A session as its roster may show it to one researcher. */
export interface RosterSession {
  study_id: string;
  privacy_level: PrivacyLevel;
  /**
   * Whether this researcher may see names of participants, unless the session's privacy level hides
   * them.
   */
  sees_names: boolean;
  /** Whether the researcher, and not the participant, records who completed. */
  concludes: boolean;
}

/**
 * Reads what the roster of a session may show to a researcher, before any of its lines is read.
 * @throws DomainError forbidden for callers who may read the session but not its roster, not_found
 * for all others
 */
export async function rosterSession(
  on: Pick<Transaction, 'query'>,
  sessionId: string,
  researcherId: string,
): Promise<RosterSession> {
  const [found] = await on.query<RosterSession & { may: boolean }>(
    `SELECT s.study_id, s.privacy_level, ${seesParticipantNamesSql('st', 's', '$2')} AS sees_names,
       ${researcherRecordsCompletionSql('s')} AS concludes, ${readsRosterSql('st', 's', '$2')} AS may
     FROM research.session s
     JOIN research.study_profile st ON st.id = s.study_id
     WHERE s.id = $1 AND ${mayOnStudySql('read', 'st', '$2')}`,
    [sessionId, researcherId],
  );
  return requirePermission(found);
}
