/**
 * SQL: the state, day and method that researchers may see of a payment. If the participant chose a
 * gift code that is not handed out yet, researchers see the state, day and method from before the
 * choice. The payout may wait for a check of the participant's yearly total, and researchers must
 * not learn of that check.
 */
const beforeTheChoice = (p: string): string => `
  SELECT CASE WHEN NOT waits THEN ${p}.state WHEN changed THEN ${p}.state_before ELSE 'approved' END AS state,
    CASE WHEN waits AND changed THEN ${p}.day_before ELSE ${p}.day END AS day,
    CASE WHEN NOT waits THEN ${p}.method WHEN changed THEN ${p}.method_before END AS method
  FROM (SELECT ${p}.state = 'processing' AND ${p}.method = 'gift_code' AS waits,
      coalesce(${p}.state_before IN ('approved', 'failed'), false) AS changed) choice`;

/**
 * SQL: what the researchers of its session may see of a payment, as a table with at most one row
 * (state, day and method). In an anonymous session, changes of today (UTC) are hidden: the row
 * shows the payment as of the beginning of the day, and a payment that was made since then has no
 * row (docs/domain.md, 4).
 * @param p an alias of research.payment
 * @param today an operand of type date, the day whose changes are hidden; null if none are hidden
 */
export const paymentShownToResearchersSql = (p: string, today: string): string => `
  SELECT known.state, known.day, known.method FROM (${beforeTheChoice(p)}) known
  WHERE ${today}::date IS NULL OR ${p}.day < ${today}
  UNION ALL
  SELECT ${p}.state_before, ${p}.day_before, ${p}.method_before
  WHERE ${p}.day >= ${today} AND ${p}.state_before IS NOT NULL`;
