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
 * Chooses the course in which a new credit counts. Of the courses whose required sum the student
 * has not reached, this is the course with the earliest deadline. If the student has reached the
 * sum of every course, it is the course with the earliest deadline of all. The sum leaves withheld
 * credit out. Otherwise this choice would reveal that the student has withheld credit.
 * @param courses the open courses in which the student is
 * @param earnedOn the day (UTC) on which the credit was earned. Credit counts if it was earned on
 * the day of the deadline, even after the deadline's hour, because credit has no exact time
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
