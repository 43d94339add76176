/** A course in which a new credit of a student may count. */
export interface EligibleCourse {
  readonly id: string;
  /** Hundredths of a credit. */
  readonly required: number;
  /**
   * The sum of the student's credits in the course, in hundredths of a credit; credits that its
   * gradebook withholds are left out.
   */
  readonly shown: number;
  readonly deadline: Date;
}

/**
 * Chooses the course in which a new credit counts:
 * - of the courses whose required sum the student has not reached, the one with the earliest
 * deadline;
 * - if the sum of every course is reached, the one with the earliest deadline.
 * The sum leaves withheld credit out. Otherwise this choice would reveal that the student has
 * withheld credit.
 * @param courses the open courses in which the student is
 * @param earnedOn the day (UTC) on which the credit was earned. Credit counts in a course until the
 * end of the day of its deadline, because credit has no exact time, and some is granted on the day
 * after
 * @returns null if no course has its deadline on the day `earnedOn` or later
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
