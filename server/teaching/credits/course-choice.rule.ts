/** A course in which a credit of a student may count. */
export interface EligibleCourse {
  readonly id: string;
  /** Hundredths of a credit. */
  readonly required: number;
  /** The student's sum in it, without credit withheld from its gradebook; hundredths of a credit. */
  readonly shown: number;
  readonly deadline: Date;
}

/**
 * The course in which a new credit counts: the one with the earliest deadline whose required sum is not reached yet,
 * else the one with the earliest deadline. Withheld credit does not count, since the choice for later credits would
 * reveal it.
 * @param courses open ones of which the student is a member
 * @param earnedOn the day (UTC) on which it was earned: credit counts in a course until the end of the day of its
 * deadline, since credit has no exact time and some is granted on the day after
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
