import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type {
  Credit,
  CourseCredits,
  CreditSource,
  OwnCredits,
} from '../../../contracts/teaching/credits';
import { creditForQuarterHours } from '../../../contracts/teaching/credit.rule';
import { teachingLimits } from '../../../contracts/teaching/limits';
import { Clock } from '../../platform/concurrency/clock';
import { DomainError } from '../../platform/errors/errors';
import { Secrets } from '../../platform/security/secrets';
import { courseTermsColumns, courseTermsOf, type CourseTermsRow } from '../model/course-terms.sql';
import { studentKeyOf } from '../model/student-key';
import { OwnCreditSources, type OwnCreditSource } from './own-sources';

interface CreditOfStudent {
  id: string;
  source: CreditSource;
  key: string;
  quarters: number;
  course_id: string | null;
  credits_per_hour: number | null;
  deadline: Date | null;
}

type CourseOfStudent = CourseTermsRow & Pick<CourseCredits, 'classroom'>;

/**
 * Reads a student's credits for the student's own page. It shows each credit immediately, even if
 * the gradebook withholds the credit until the deadline.
 */
@Injectable()
export class OwnCreditsRead {
  constructor(
    private readonly source: DataSource,
    private readonly sources: OwnCreditSources,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  async of(accountId: string): Promise<OwnCredits> {
    const now = this.clock.now();
    // Sources are read before credits: a credit that is granted in between is then found twice
    // rather than not at all.
    const sources = await this.sources.of(accountId);
    const rows = await this.rows(accountId, null);
    const courses = await this.courses(accountId);
    const granted = new Set(rows.map(({ key }) => key));
    return {
      courses: courses.map((course) => courseView(course, rows, now)),
      credits: rows.map((row) => creditView(row, sources, now)),
      pending: [...sources.values()].flatMap(({ key, title, dueQuarters }) =>
        dueQuarters === null || granted.has(key)
          ? []
          : [{ title: title ?? '', minutes: minutesOf(dueQuarters) }],
      ),
    };
  }

  /** @throws DomainError not_found, also for the credit of another person */
  async byId(id: string, accountId: string): Promise<Credit> {
    const [row] = await this.rows(accountId, id);
    if (!row) throw new DomainError('not_found');
    return creditView(row, await this.sources.of(accountId), this.clock.now());
  }

  /** Reads the credits by id. Ids are random, so the order does not reveal when credit was granted. */
  private rows(accountId: string, id: string | null): Promise<CreditOfStudent[]> {
    return this.source.query(
      `SELECT c.id, c.source, encode(c.source_key, 'hex') AS key, c.quarters, c.course_id, k.credits_per_hour, k.deadline
       FROM identity.credit c LEFT JOIN identity.course k ON k.id = c.course_id
       WHERE c.student_key = $1 AND ($2::uuid IS NULL OR c.id = $2) ORDER BY c.id`,
      [studentKeyOf(this.secrets, accountId), id],
    );
  }

  /**
   * Reads the courses of classrooms of which the account is a student, and all courses in which it
   * has credit.
   */
  private courses(accountId: string): Promise<CourseOfStudent[]> {
    return this.source.query(
      `SELECT ${courseTermsColumns('k')}, (SELECT jsonb_build_object('_id', room.id, 'title', room.title) FROM identity.classroom room
           JOIN identity.classroom_member own ON own.classroom_id = room.id
           WHERE room.course_id = k.id AND own.account_id = $1 AND own.role = 'student' AND room.state <> 'archived'
           ORDER BY room.state = 'open' DESC, room.id LIMIT 1) AS classroom
       FROM identity.course k
       WHERE k.id IN (SELECT c.course_id FROM identity.credit c WHERE c.student_key = $2)
         OR k.id IN (SELECT room.course_id FROM identity.classroom room
           JOIN identity.classroom_member own ON own.classroom_id = room.id
           WHERE own.account_id = $1 AND own.role = 'student' AND room.state <> 'archived')
       ORDER BY k.deadline, k.id`,
      [accountId, studentKeyOf(this.secrets, accountId)],
    );
  }
}

const minutesOf = (quarters: number): number => quarters * teachingLimits.quarterMinutes;

const worthOf = ({ quarters, credits_per_hour }: CreditOfStudent): number | null =>
  credits_per_hour === null ? null : creditForQuarterHours(quarters, credits_per_hour);

function creditView(
  row: CreditOfStudent,
  sources: ReadonlyMap<string, OwnCreditSource>,
  now: Date,
): Credit {
  return {
    _id: row.id,
    source: row.source,
    title: sources.get(row.key)?.title ?? null,
    minutes: minutesOf(row.quarters),
    course_id: row.course_id,
    credits: worthOf(row),
    movable: row.deadline === null || row.deadline > now,
  };
}

function courseView(
  { classroom, ...terms }: CourseOfStudent,
  rows: readonly CreditOfStudent[],
  now: Date,
): CourseCredits {
  const own = rows.filter(({ course_id }) => course_id === terms._id);
  const earned = own.reduce((sum, row) => sum + (worthOf(row) ?? 0), 0);
  return {
    course: courseTermsOf(terms),
    classroom,
    earned,
    missing: Math.max(0, terms.required_credits - earned),
    open: terms.state === 'open' && terms.deadline > now,
  };
}
