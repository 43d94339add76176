import { isAnonymousSessionSql } from '../../enrolment/model/session-facts.sql';

/**
 * Whether a payment stands beside no tag: what the answers of an anonymous session earned would tell which answers they are.
 * Its amount is in totals only, and it is paid by bank transfer, which researchers do not hand out.
 * @param p an alias of research.payment
 */
export const isApartSql = (p: string): string =>
  `(${p}.kind = 'by_answers' AND ${isAnonymousSessionSql(`${p}.session_id`)})`;
