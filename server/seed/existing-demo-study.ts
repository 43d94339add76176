import type { UnitOfWork } from '../platform/db/unit-of-work';
import { isOwnedBySql } from '../studies/study.policy';

/**
 * Says which parts of a demo study exist already. An earlier start of the server may have ended
 * before the demo was complete.
 */
export interface ExistingDemoStudy {
  readonly studyId: string;
  readonly isSet: boolean;
  readonly hasConsent: boolean;
  readonly sessionId: string | null;
  readonly isLaunched: boolean;
  /**
   * Whether the times of the study's participations were already moved into the past, so that its
   * session seems to have been launched earlier.
   */
  readonly isSpread: boolean;
}

/**
 * Finds the owner's study with this title, or the first one if there are two.
 * @returns undefined if there is none
 */
export async function findDemoStudy(
  work: UnitOfWork,
  ownerId: string,
  title: string,
): Promise<ExistingDemoStudy | undefined> {
  const [found] = await work.run((tx) =>
    tx.query<{
      id: string;
      is_set: boolean;
      has_consent: boolean;
      session_id: string | null;
      is_launched: boolean;
      is_spread: boolean;
    }>(
      `SELECT t.id, t.runtime IS NOT NULL AS is_set, s.id AS session_id,
         s.launched_at IS NOT NULL AS is_launched, coalesce(s.launched_at < t.created_at, false) AS is_spread,
         EXISTS (SELECT FROM research.consent_document c
           WHERE c.study_id = t.id AND c.state = 'valid') AS has_consent
       FROM research.study_profile t LEFT JOIN LATERAL (
         SELECT r.id, r.launched_at FROM research.recruitment r
         WHERE r.study_id = t.id ORDER BY r.id LIMIT 1) s ON true
       WHERE ${isOwnedBySql('t', '$1::uuid')} AND t.title = $2::text ORDER BY t.id LIMIT 1`,
      [ownerId, title],
    ),
  );
  return (
    found && {
      studyId: found.id,
      isSet: found.is_set,
      hasConsent: found.has_consent,
      sessionId: found.session_id,
      isLaunched: found.is_launched,
      isSpread: found.is_spread,
    }
  );
}
