import { randomUUID } from 'node:crypto';
import type { ClassroomRole, ClassroomState } from '../../../../contracts/teaching/classrooms';
import type { CourseState } from '../../../../contracts/teaching/courses';
import { days, addMilliseconds } from '../../../../server/platform/concurrency/clock';
import { timeOrderedId } from '../../../../server/platform/db/ids';
import type { RunningApp } from '../../../support/app/launch-app';
import { unique } from '../../../support/chance/unique';
import type { TestPerson } from '../../../support/people/people';

export interface CourseOptions {
  /** Required credits, hundredths. */
  required?: number;
  /** Credits per hour, hundredths. */
  rate?: number;
  /** The number of days from the clock's present time to the deadline. */
  deadlineIn?: number;
  state?: CourseState;
}

/** Makes functions that insert courses, classrooms and members into the tables. */
export const insertTeachingRowsOf = (run: RunningApp) => ({
  /** @returns its id */
  course: async ({
    required = 400,
    rate = 100,
    deadlineIn = 60,
    state = 'open',
  }: CourseOptions = {}): Promise<string> => {
    const id = timeOrderedId();
    await run.source.query(
      `INSERT INTO identity.course (id, title, code, term, required_credits, credits_per_hour, deadline, state)
       VALUES ($1, $2, 'PSY-101', 'Winter', $3, $4, $5, $6)`,
      [id, unique(), required, rate, addMilliseconds(run.clock.now(), days(deadlineIn)), state],
    );
    return id;
  },
  /** @returns its id */
  classroom: async (
    courseId: string | null = null,
    state: ClassroomState = 'open',
  ): Promise<string> => {
    const id = timeOrderedId();
    await run.source.query(
      `INSERT INTO identity.classroom (id, course_id, title, state, archived_at)
       VALUES ($1, $2, $3, $4, CASE WHEN $4 = 'archived' THEN now() END)`,
      [id, courseId, unique(), state],
    );
    return id;
  },
  /**
   * Makes a person a member of a classroom.
   * @returns the id of the membership
   */
  join: async (
    classroomId: string,
    person: TestPerson,
    role: ClassroomRole = 'student',
    joinedOn = '2026-01-01',
  ): Promise<string> => {
    const id = randomUUID();
    await run.source.query(
      `INSERT INTO identity.classroom_member (id, classroom_id, account_id, role, joined_on)
       VALUES ($1, $2, $3, $4, $5)`,
      [id, classroomId, person._id, role, joinedOn],
    );
    return id;
  },
});
