import { isAnonymousSessionSql } from '../../enrolment/model/session-facts.sql';

/**
 * SQL condition: a payment must not be shown with a tag, because it is pay by answers in an anonymous session, and
 * its amount would reveal which answers belong to the tag. Its amount is only in totals, and it is paid by bank
 * transfer, which researchers do not hand out.
 * @param p an alias of research.payment
 */
export const isApartSql = (p: string): string =>
  `(${p}.kind = 'by_answers' AND ${isAnonymousSessionSql(`${p}.session_id`)})`;
