/**
 * Error codes of the lines of a bonus request, used by no other field. The path of an error is
 * `lines.<index from 0>.tag`; for pay by answers it is `lines.<index from 0>.participant` or
 * `expression`.
 */
export const bonusFaults = [
  'not_approved',
  'not_completed',
  'above_most',
  'invalid_expression',
  'unknown_variable',
  'no_number',
] as const;
export type BonusFault = (typeof bonusFaults)[number];
