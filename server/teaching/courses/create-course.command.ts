import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import type { createCourse } from '../../../contracts/teaching/courses';
import { mustActAsAdministrator } from '../../access/as-administrator';
import type { Caller } from '../../access/caller';
import { Clock } from '../../platform/concurrency/clock';
import { timeOrderedId } from '../../platform/db/ids';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { addCourse } from './add-course';
import { mustBeFutureDeadline } from './future-deadline';

/** Creates a course as a draft. Returns its id. */
export class CreateCourse extends Command<string> {
  constructor(
    readonly terms: EndpointInput<typeof createCourse>['body'],
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(CreateCourse)
export class CreateCourseHandler implements ICommandHandler<CreateCourse> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws DomainError forbidden for a caller who is no longer an administrator; validation_failed
   *   for a deadline that has passed
   */
  async execute({ terms, caller: { person, request_id } }: CreateCourse): Promise<string> {
    const now = this.clock.now();
    mustBeFutureDeadline(terms.deadline, now);
    const id = timeOrderedId();
    return this.unitOfWork.run(
      async (tx) => {
        await mustActAsAdministrator(tx, person.account_id);
        await addCourse(tx, id, { ...terms, organization: terms.organization || null }, now);
        const details = { course_id: id };
        await tx.audit('course-created', { actor: person.account_id, details }, now);
        return id;
      },
      { requestId: request_id },
    );
  }
}
