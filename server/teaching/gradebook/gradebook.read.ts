import { Injectable } from '@nestjs/common';
import type { Gradebook, GradebookLine } from '../../../contracts/teaching/credits';
import { balancesBeforeDay } from '../../ledger/entries/balances-before';
import { Clock, utcDay } from '../../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { Secrets } from '../../platform/security/secrets';
import type { CourseRow } from '../model/course.entity';
import { classroomForMember } from '../model/membership';
import { studentKeyOf } from '../model/student-key';

type Student = Omit<GradebookLine, 'earned' | 'required'> & { account_id: string };

/**
 * Reads the credits of a classroom's students as of the beginning of the day (UTC), so that no
 * event of today changes them.
 */
@Injectable()
export class GradebookRead {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError not_found, forbidden; course_missing for a classroom without a course */
  of(classroomId: string, accountId: string): Promise<Gradebook> {
    return this.unitOfWork.run(async (tx) => {
      const { course_id } = await classroomForMember(tx, 'staff', classroomId, accountId);
      if (course_id === null) throw new DomainError('course_missing');
      const [course] = await tx.query<Pick<CourseRow, 'required_credits' | 'deadline'>>(
        `SELECT required_credits, deadline FROM identity.course WHERE id = $1`,
        [course_id],
      );
      if (!course) throw new DomainError('course_missing');
      const day = utcDay(this.clock.now());
      const students = await studentsOf(tx, classroomId);
      const earned = await this.earned(tx, students, course_id, course.deadline, day);
      const lines = students.map(({ account_id, ...line }) => ({
        ...line,
        required: course.required_credits,
        earned: earned.get(account_id) ?? 0,
      }));
      return { day, lines: lines.toSorted(byName) };
    });
  }

  /**
   * Returns each student's sum of credits in the course, by account. Includes withheld credits from the
   * day after the deadline on.
   */
  private async earned(
    tx: Transaction,
    students: readonly Student[],
    courseId: string,
    deadline: Date,
    day: string,
  ): Promise<Map<string, number>> {
    const keys = students.map(({ account_id }) => studentKeyOf(this.secrets, account_id));
    const seats = await tx.query<{ key: string; account_id: string }>(
      `SELECT encode(student_key, 'hex') AS key, account_id FROM identity.credit_account
       WHERE course_id = $1 AND student_key = ANY($2::bytea[]) AND ($3 OR NOT withheld)`,
      [courseId, keys, utcDay(deadline) < day],
    );
    const balances = await balancesBeforeDay(
      tx,
      seats.map(({ account_id }) => account_id),
      day,
    );
    const sums = new Map<string, number>();
    for (const { key, account_id } of seats)
      sums.set(key, (sums.get(key) ?? 0) + (balances.get(account_id) ?? 0));
    return new Map(
      students.map(({ account_id }, place) => [
        account_id,
        sums.get(keys[place]?.toString('hex') ?? '') ?? 0,
      ]),
    );
  }
}

const { compare } = new Intl.Collator('en');
const byName = (one: GradebookLine, other: GradebookLine): number =>
  compare(one.last_name, other.last_name) ||
  compare(one.first_name, other.first_name) ||
  compare(one.member_id, other.member_id);

const studentsOf = (tx: Transaction, classroomId: string): Promise<Student[]> =>
  tx.query<Student>(
    `SELECT m.id AS member_id, m.account_id, p.first_name, p.last_name, p.email, m.student_number
     FROM identity.classroom_member m JOIN identity.person p ON p.id = m.account_id
     WHERE m.classroom_id = $1 AND m.role = 'student'`,
    [classroomId],
  );
