/**
 * Codes of faults in the lines of a bonus that no other field has. Their paths are `lines.<index from 0>.tag`, those of pay by
 * answers `lines.<index from 0>.participant` or `expression`.
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
