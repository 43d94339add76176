/** A course in which a credit of a student may count. */
export interface EligibleCourse {
  readonly id: string;
  /** Hundredths of a credit. */
  readonly required: number;
  /** What the student has in it, without what is withheld from its gradebook; hundredths of a credit. */
  readonly shown: number;
  readonly deadline: Date;
}

/**
 * The course in which a new credit counts: the one with the earliest deadline whose sum is not reached yet, else the one with
 * the earliest deadline. What is withheld does not count: where later credits go would tell of it.
 * @param courses open ones of which the student is a member
 * @param earnedOn the day (UTC) on which it was earned: until the end of the day of its deadline a course counts what
 *   was earned, since credit has no moment and some of it comes the day after
 * @returns null where there is none
 */
export function courseForCredit(
  courses: readonly EligibleCourse[],
  earnedOn: string,
): string | null {
  const [first] = courses
    .filter(({ deadline }) => deadline.toISOString().slice(0, 10) >= earnedOn)
    .toSorted(
      (one, other) =>
        Number(isReached(one)) - Number(isReached(other)) ||
        one.deadline.getTime() - other.deadline.getTime() ||
        (one.id < other.id ? -1 : 1),
    );
  return first?.id ?? null;
}

const isReached = ({ required, shown }: EligibleCourse): boolean => shown >= required;
