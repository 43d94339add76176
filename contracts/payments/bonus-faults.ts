/** Codes of faults in the lines of a bonus that no other field has. Their paths are `lines.<index from 0>.tag`. */
export const bonusFaults = ['not_approved'] as const;
export type BonusFault = (typeof bonusFaults)[number];
