import { hasLeftAfterStartSql } from '../../enrolment/model/participation-facts.sql';
import { isAnonymousSessionSql } from '../../enrolment/model/session-facts.sql';

/**
 * SQL condition: the payment is partial pay of a participant who left an anonymous session today
 * (UTC). It is paid only from tomorrow on, because its amount may still rise. All participants who
 * leave on one day get the same amount. If the reward is raised before midnight, that amount rises,
 * too (research.level_payments).
 * @param p an alias for a row of `research.payment`
 * @param today an operand of type date (UTC)
 */
export const isPayableFromTomorrowSql = (p: string, today: string): string =>
  `(${p}.day = ${today} AND ${p}.day_before IS NULL AND ${isAnonymousSessionSql(`${p}.session_id`)}
   AND ${hasLeftAfterStartSql(`${p}.participation_id`)})`;
