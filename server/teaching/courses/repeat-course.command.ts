import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import type { repeatCourse } from '../../../contracts/teaching/courses';
import { mustActAsAdministrator } from '../../access/as-administrator';
import type { Caller } from '../../access/caller';
import { Clock } from '../../platform/concurrency/clock';
import { timeOrderedId } from '../../platform/db/ids';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { lockCourse } from '../model/locked-course';
import { addCourse } from './add-course';
import { mustBeFutureDeadline } from './future-deadline';

/** Copies a course for another term. Returns the id of the new course. */
export class RepeatCourse extends Command<string> {
  constructor(
    readonly courseId: string,
    readonly next: EndpointInput<typeof repeatCourse>['body'],
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(RepeatCourse)
export class RepeatCourseHandler implements ICommandHandler<RepeatCourse> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws DomainError not_found; forbidden for a caller who is no longer an administrator;
   *   validation_failed for a deadline that has passed
   */
  async execute({ courseId, next, caller: { person, request_id } }: RepeatCourse): Promise<string> {
    const now = this.clock.now();
    mustBeFutureDeadline(next.deadline, now);
    const id = timeOrderedId();
    return this.unitOfWork.run(
      async (tx) => {
        await mustActAsAdministrator(tx, person.account_id);
        const course = await lockCourse(tx, courseId);
        await addCourse(tx, id, { ...course, ...next }, now);
        await copyAlternatives(tx, courseId, id, now);
        const details = { course_id: id, repeats: courseId };
        await tx.audit('course-created', { actor: person.account_id, details }, now);
        return id;
      },
      { requestId: request_id },
    );
  }
}

/**
 * Copies the course's own alternatives (work that earns credit without a study). Does not copy the
 * alternatives of its classrooms. Leaves out the dates, which belong to the former term.
 */
async function copyAlternatives(
  tx: Transaction,
  from: string,
  to: string,
  now: Date,
): Promise<void> {
  await tx.query(
    `INSERT INTO identity.assignment (id, course_id, kind, title, instructions, minutes, created_at)
     SELECT gen_random_uuid(), $2, a.kind, a.title, a.instructions, a.minutes, $3
     FROM identity.assignment a WHERE a.course_id = $1 AND a.kind = 'alternative'`,
    [from, to, now],
  );
}
