import { hasLeftSql } from '../../enrolment/model/participation-facts.sql';
import { isAnonymousSessionSql } from '../../enrolment/model/session-facts.sql';

/**
 * SQL condition: a part of a reward is paid only from the next day (UTC) on: in an anonymous session, while a higher
 * reward may still raise it (research.level_payments), so that all who leave on one day get the same.
 * @param p an alias for a row of `research.payment`
 * @param today an operand of type date (UTC)
 */
export const opensTomorrowSql = (p: string, today: string): string =>
  `(${p}.day = ${today} AND ${p}.day_before IS NULL AND ${isAnonymousSessionSql(`${p}.session_id`)}
   AND ${hasLeftSql(`${p}.participation_id`)})`;
