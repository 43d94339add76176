import { limits } from './limits';

export type BirthdayProblem = 'in_the_future' | 'too_long_ago';

/**
 * The reason why a date of birth is impossible; days are `YYYY-MM-DD`. The form and the server
 * share this rule.
 */
export function birthdayProblem(day: string, today: string): BirthdayProblem | null {
  if (day >= today) return 'in_the_future';
  return day < earliestBirthday(today) ? 'too_long_ago' : null;
}

/** No living person was born earlier. */
export const earliestBirthday = (today: string) =>
  `${Number(today.slice(0, 4)) - limits.oldestAge}${today.slice(4)}`;
