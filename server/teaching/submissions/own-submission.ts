/** The columns of a student's own submission, as the contract has it; `s` is an alias of identity.submission. */
export const ownSubmissionColumns = (s: string): string =>
  `${s}.id AS _id, ${s}.state, ${s}.text, ${s}.pdf IS NOT NULL AS has_pdf, ${s}.words, ${s}.day::text AS day`;
