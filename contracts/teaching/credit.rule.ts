import { teachingLimits } from './limits';

/**
 * Returns the number of quarter hours that have begun, at least one.
 * @param minutes more than 0
 */
export const countQuarterHours = (minutes: number): number =>
  Math.max(1, Math.ceil(minutes / teachingLimits.quarterMinutes));

/**
 * Returns the credit for a number of quarter hours in a course, in hundredths of a credit, rounded
 * half up.
 * @param creditsPerHour hundredths of a credit
 */
export const creditForQuarterHours = (quarters: number, creditsPerHour: number): number =>
  Math.floor((quarters * creditsPerHour + 2) / 4);
