/**
 * SQL: the columns of the contract for a student's own submission.
 * @param s an alias of identity.submission
 */
export const ownSubmissionColumns = (s: string): string =>
  `${s}.id AS _id, ${s}.state, ${s}.text, ${s}.pdf IS NOT NULL AS has_pdf, ${s}.words, ${s}.day::text AS day`;
