import { isAnonymousSessionSql } from '../../enrolment/model/session-facts.sql';

/**
 * SQL condition: a payment must not be shown beside a participant's tag. This is true of pay by
 * answers in an anonymous session, since the amount would reveal which answers belong to the tag.
 * Such a payment appears only in totals, and is paid by bank transfer, which no researcher hands
 * out.
 * @param p an alias of research.payment
 */
export const isShownWithoutTagSql = (p: string): string =>
  `(${p}.kind = 'by_answers' AND ${isAnonymousSessionSql(`${p}.session_id`)})`;
