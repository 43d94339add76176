import { isAnonymousSessionSql } from '../../enrolment/model/session-facts.sql';

/**
 * SQL condition: a payment must not be shown beside a participant's tag. This is true of pay by
 * answers in an anonymous session, since the amount would reveal which answers belong to the tag.
 * The payment appears only in totals. It is paid only by bank transfer, because researchers are not
 * involved in bank transfers.
 * @param p an alias of research.payment
 */
export const isShownWithoutTagSql = (p: string): string =>
  `(${p}.kind = 'by_answers' AND ${isAnonymousSessionSql(`${p}.session_id`)})`;
