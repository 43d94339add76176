import type { Classroom } from '../../../../contracts/teaching/classrooms';
import { creditOf, quartersOf } from '../../../../contracts/teaching/credit.rule';

/**
 * Hundredths of a credit for an hour in the open courses of a student; null without a course, or where two of them have
 * different rates.
 */
export function oneRate(classes: readonly Pick<Classroom, 'state' | 'course'>[]): number | null {
  const rates = classes.flatMap(({ state, course }) =>
    state === 'open' && course?.state === 'open' ? [course.credits_per_hour] : [],
  );
  const [rate] = rates;
  return rate !== undefined && rates.every((one) => one === rate) ? rate : null;
}

/** What stated minutes are worth, in hundredths of a credit. @param rate hundredths of a credit for an hour */
export const worthOf = (minutes: number, rate: number): number =>
  creditOf(quartersOf(minutes), rate);
