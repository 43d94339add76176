/**
 * SQL: a payment in the state before its participant chose a gift code, if that code is not handed
 * out yet. The code may wait for a check of the participant's yearly total, of which the researcher
 * must not learn.
 */
const beforeTheChoice = (p: string): string => `
  SELECT CASE WHEN NOT waits THEN ${p}.state WHEN changed THEN ${p}.state_before ELSE 'approved' END AS state,
    CASE WHEN waits AND changed THEN ${p}.day_before ELSE ${p}.day END AS day,
    CASE WHEN NOT waits THEN ${p}.method WHEN changed THEN ${p}.method_before END AS method
  FROM (SELECT ${p}.state = 'processing' AND ${p}.method = 'gift_code' AS waits,
      coalesce(${p}.state_before IN ('approved', 'failed'), false) AS changed) choice`;

/**
 * SQL: what the researchers of its session may see of a payment: a table with one row (state, day
 * and method) or none. In an anonymous session nothing of today shows: the row is as of the
 * beginning of the day (UTC), and there is none if the payment was made since then (docs/domain.md,
 * 4).
 * @param p an alias of research.payment
 * @param today an operand of type date, the day whose changes are hidden; null if everything shows
 */
export const paymentShownToResearchersSql = (p: string, today: string): string => `
  SELECT known.state, known.day, known.method FROM (${beforeTheChoice(p)}) known
  WHERE ${today}::date IS NULL OR ${p}.day < ${today}
  UNION ALL
  SELECT ${p}.state_before, ${p}.day_before, ${p}.method_before
  WHERE ${p}.day >= ${today} AND ${p}.state_before IS NOT NULL`;
