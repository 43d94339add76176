import type { Classroom } from '../../../../contracts/teaching/classrooms';
import {
  creditForQuarterHours,
  countQuarterHours,
} from '../../../../contracts/teaching/credit.rule';

/**
 * Returns the credits per hour in a student's open courses, in hundredths; null if there is no open
 * course, or if the rates of two courses differ.
 */
export function commonCreditRate(
  classes: readonly Pick<Classroom, 'state' | 'course'>[],
): number | null {
  const rates = classes.flatMap(({ state, course }) =>
    state === 'open' && course?.state === 'open' ? [course.credits_per_hour] : [],
  );
  const [rate] = rates;
  return rate !== undefined && rates.every((one) => one === rate) ? rate : null;
}

/**
 * Calculates the credit for a study that takes this many minutes, in hundredths of a credit.
 * @param rate hundredths of a credit for an hour
 */
export const creditsForMinutes = (minutes: number, rate: number): number =>
  creditForQuarterHours(countQuarterHours(minutes), rate);
