/** The share of the stated minutes below which no participant can have done what the study says. */
export const leastShare = 0.1;
/** Below it, whatever is stated: an open page and a click. */
export const leastSeconds = 5;

/**
 * Whether people can have taken the measured minutes, compared with the minutes that the study states. A
 * duration that is too short is a fault of the study or of its numbers, and no figure is shown for it.
 */
export const isPlausible = (measuredMinutes: number, statedMinutes: number): boolean =>
  measuredMinutes >= Math.max(leastSeconds / 60, statedMinutes * leastShare);
