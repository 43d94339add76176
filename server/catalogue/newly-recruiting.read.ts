import type { DataSource, EntityManager } from 'typeorm';
import type { EligibilityFilter } from '../../contracts/studies/eligibility';
import { prepared } from '../platform/db/prepared';
import { collaboratorRolesSql, isOwnedBySql, type StudyPeople } from '../studies/study.policy';
import { isRecruitingSql, isRepresentativeSessionSql } from './catalogue.read';

/** A study that appeared in the public catalogue, with the texts that its launch froze. */
export interface NewCatalogueStudy extends StudyPeople {
  study_id: string;
  /**
   * When the session appeared in the catalogue: at its launch, or at its opening date if that was
   * later.
   */
  since: Date;
  title: string;
  duration_minutes: number;
  reward_amount: number | null;
  reward_currency: string | null;
  eligibility: EligibilityFilter[];
}

const read = prepared<NewCatalogueStudy>(
  'newly-recruiting',
  `SELECT t.id AS study_id, t.owner_id, ${collaboratorRolesSql('t')} AS collaborators, greatest(s.launched_at, s.opens_at) AS since,
       s.snapshot ->> 'title' AS title, (s.snapshot ->> 'duration_minutes')::integer AS duration_minutes,
       s.reward_amount, s.reward_currency, coalesce(s.snapshot -> 'eligibility', '[]') AS eligibility
     FROM research.recruitment s
     CROSS JOIN LATERAL (SELECT * FROM research.study_profile WHERE id = s.study_id OFFSET 0) t
     WHERE ${isRecruitingSql('s')} AND t.state <> 'archived' AND s.admits
       AND EXISTS (SELECT FROM identity.responsible_account r WHERE ${isOwnedBySql('t', 'r.id')} OFFSET 0)
       AND ${isRepresentativeSessionSql('s', 't.id')}
       AND greatest(s.launched_at, s.opens_at) > $2::timestamptz
     ORDER BY greatest(s.launched_at, s.opens_at) DESC, s.id LIMIT $3::integer`,
);

/**
 * Reads studies that recruit now, have free seats, and appeared in the catalogue after `since`, the
 * newest first. The result does not depend on a person: the caller decides who is eligible.
 */
export const readNewlyRecruitingStudies = (
  db: DataSource | EntityManager,
  now: Date,
  since: Date,
  atMost: number,
): Promise<NewCatalogueStudy[]> => read(db, [now, since, atMost]);
