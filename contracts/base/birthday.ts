import { limits } from './limits';

export type BirthdayProblem = 'in_the_future' | 'too_long_ago';

/**
 * What is impossible about a day of birth; days are `YYYY-MM-DD`. One rule for the form and the
 * server.
 */
export function birthdayProblem(day: string, today: string): BirthdayProblem | null {
  if (day >= today) return 'in_the_future';
  return day < earliestBirthday(today) ? 'too_long_ago' : null;
}

/** Nobody alive was born before. */
export const earliestBirthday = (today: string) =>
  `${Number(today.slice(0, 4)) - limits.oldestAge}${today.slice(4)}`;
