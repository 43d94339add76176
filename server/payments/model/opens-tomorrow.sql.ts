import { hasLeftAfterStartSql } from '../../enrolment/model/participation-facts.sql';
import { isAnonymousSessionSql } from '../../enrolment/model/session-facts.sql';

/**
 * SQL condition: the partial pay of a participant who left is paid only from the next day (UTC) on.
 * In an anonymous session all who leave on one day get the same, so until midnight a raised reward
 * may still raise their pay (research.level_payments).
 * @param p an alias for a row of `research.payment`
 * @param today an operand of type date (UTC)
 */
export const isPayableFromTomorrowSql = (p: string, today: string): string =>
  `(${p}.day = ${today} AND ${p}.day_before IS NULL AND ${isAnonymousSessionSql(`${p}.session_id`)}
   AND ${hasLeftAfterStartSql(`${p}.participation_id`)})`;
