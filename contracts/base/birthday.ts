import { limits } from './limits';

export type BirthdayProblem = 'in_the_future' | 'too_long_ago';

/**
 * Why a date of birth is impossible; null if it is possible. Days are `YYYY-MM-DD`. The form and
 * the server share this rule.
 */
export function birthdayProblem(day: string, today: string): BirthdayProblem | null {
  if (day >= today) return 'in_the_future';
  return day < earliestBirthday(today) ? 'too_long_ago' : null;
}

/** The earliest possible birthday: people born before it would be older than any living person. */
export const earliestBirthday = (today: string) =>
  `${Number(today.slice(0, 4)) - limits.oldestAge}${today.slice(4)}`;
