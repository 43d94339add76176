import { isOwnedBySql, ownerAtMomentSql } from '../../studies/study.policy';

/**
 * SQL: the payer of a session as its participants see it: the account that owned the study at the
 * launch. Null if the session pays nothing, or if the account was erased.
 * @param session an alias for a row of `research.session`
 * @param study an operand: the id of its study
 */
export const payerSql = (session: string, study: string): string =>
  `CASE WHEN ${session}.reward_amount > 0 THEN (
    SELECT jsonb_build_object('first_name', coalesce(b.first_name, ''), 'last_name', coalesce(b.last_name, ''),
      'organization', b.organization)
    FROM research.study_profile paying
    CROSS JOIN LATERAL (SELECT ${ownerAtMomentSql('paying', `${session}.launched_at`)} AS owner_id) launcher
    JOIN identity.researcher_byline b ON ${isOwnedBySql('launcher', 'b.id')}
    WHERE paying.id = ${study}) END`;
