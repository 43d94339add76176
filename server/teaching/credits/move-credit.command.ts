import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CreditSource } from '../../../contracts/teaching/credits';
import type { Caller } from '../../access/caller';
import { postEntries } from '../../ledger/entries/post-entries';
import { Clock, utcDay } from '../../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { Secrets } from '../../platform/security/secrets';
import { presentAndFormerPeopleOf } from '../withheld-names/people-ever';
import { studentKeyOf } from '../model/student-key';
import { acquireStudentWorkLock } from '../model/student-lock';
import { openCreditAccounts } from './credit-account';
import { creditEntry } from './credit-entry.rule';
import { lockCourseTerms, coursesAsStudentSql, type CourseOfCredit } from './open-courses';
import { OwnCreditSources } from './own-sources';
import { isCreditWithheld } from './withheld-credit';

/** Moves a credit, as a whole, to another of the student's courses. */
export class MoveCredit extends Command<void> {
  constructor(
    readonly creditId: string,
    readonly courseId: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

interface Row {
  id: string;
  source: CreditSource;
  key: string;
  quarters: number;
  course_id: string | null;
  withheld: boolean;
  moves: number;
}

interface Mover {
  readonly accountId: string;
  readonly studentKey: Buffer;
}

@CommandHandler(MoveCredit)
export class MoveCreditHandler implements ICommandHandler<MoveCredit> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly sources: OwnCreditSources,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /**
   * Moving a credit to the course in which it already counts changes nothing.
   * @throws DomainError not_found, not_member_of_course, course_closed; deadline_passed for either
   *   course
   */
  async execute({ creditId, courseId, caller }: MoveCredit): Promise<void> {
    const accountId = caller.person.account_id;
    const mover = { accountId, studentKey: studentKeyOf(this.secrets, accountId) };
    const sources = await this.sources.of(accountId);
    await this.unitOfWork.run(
      async (tx) => {
        await acquireStudentWorkLock(tx, mover.studentKey);
        const credit = await ownCredit(tx, creditId, mover.studentKey);
        if (credit.course_id === courseId) return;
        const courses = await this.admitted(tx, credit, courseId, accountId);
        const studyId = sources.get(credit.key)?.studyId ?? null;
        // If the study no longer exists, it is unknown whether the class's staff worked on it. The
        // credit is then withheld.
        const withheld =
          credit.source === 'study' &&
          (studyId === null ||
            (await isCreditWithheld(
              tx,
              await presentAndFormerPeopleOf(tx.manager, studyId),
              accountId,
              courseId,
            )));
        await this.move(tx, credit, courses, mover, { courseId, withheld });
      },
      { requestId: caller.request_id },
    );
  }

  /**
   * Reads the courses that the credit leaves and enters, and locks them until the transaction ends.
   */
  private async admitted(
    tx: Transaction,
    credit: Row,
    courseId: string,
    accountId: string,
  ): Promise<Map<string, CourseOfCredit>> {
    const [member] = await tx.query<{ is_member: boolean }>(
      `SELECT $2::uuid IN (${coursesAsStudentSql('$1')}) AS is_member`,
      [accountId, courseId],
    );
    if (member?.is_member !== true) throw new DomainError('not_member_of_course');
    const courses = await lockCourseTerms(
      tx,
      [credit.course_id, courseId].filter((id) => id !== null),
    );
    const now = this.clock.now();
    if (courses.some(({ deadline }) => deadline <= now)) throw new DomainError('deadline_passed');
    if (courses.find(({ id }) => id === courseId)?.state !== 'open')
      throw new DomainError('course_closed');
    return new Map(courses.map((course) => [course.id, course]));
  }

  private async move(
    tx: Transaction,
    credit: Row,
    courses: ReadonlyMap<string, CourseOfCredit>,
    { studentKey }: Mover,
    to: { readonly courseId: string; readonly withheld: boolean },
  ): Promise<void> {
    const placeIn = (courseId: string, withheld: boolean) => {
      const course = courses.get(courseId);
      if (!course) throw new Error('a credit in a course that is not there');
      const seat = { studentKey, courseId, withheld };
      return openCreditAccounts(tx, seat, credit.quarters, course.credits_per_hour);
    };
    const moves = credit.moves + 1;
    const former = credit.course_id && (await placeIn(credit.course_id, credit.withheld));
    const next = await placeIn(to.courseId, to.withheld);
    const day = utcDay(this.clock.now());
    const entry = creditEntry({ id: credit.id, moves }, former || null, next, day);
    if (entry) await postEntries(tx, [entry]);
    await tx.query(
      `UPDATE identity.credit SET course_id = $2, withheld = $3, moves = $4 WHERE id = $1`,
      [credit.id, to.courseId, to.withheld, moves],
    );
  }
}

/** @throws DomainError not_found, also for the credit of another person */
async function ownCredit(tx: Transaction, id: string, studentKey: Buffer): Promise<Row> {
  const [credit] = await tx.query<Row>(
    `SELECT id, source, encode(source_key, 'hex') AS key, quarters, course_id, withheld, moves
     FROM identity.credit WHERE id = $1 AND student_key = $2 FOR NO KEY UPDATE`,
    [id, studentKey],
  );
  if (!credit) throw new DomainError('not_found');
  return credit;
}
