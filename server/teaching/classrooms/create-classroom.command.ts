import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import type { createClassroom } from '../../../contracts/teaching/classrooms';
import type { Caller } from '../../access/caller';
import { Clock, utcDay } from '../../platform/concurrency/clock';
import { randomId, timeOrderedId } from '../../platform/db/ids';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { lockCourses } from '../model/locked-course';
import {
  addMember,
  lockAccountOfNewMember,
  mustNotExceedClassroomLimit,
} from '../model/own-classrooms';

/** Creates a classroom as a draft, with the caller as its instructor. Returns its id. */
export class CreateClassroom extends Command<string> {
  constructor(
    readonly classroom: EndpointInput<typeof createClassroom>['body'],
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(CreateClassroom)
export class CreateClassroomHandler implements ICommandHandler<CreateClassroom> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws DomainError researcher_not_approved, too_many_classrooms, course_closed;
   * validation_failed if the course does not exist
   */
  execute({ classroom, caller: { person, request_id } }: CreateClassroom): Promise<string> {
    const { title, course_id: courseId = null } = classroom;
    const now = this.clock.now();
    const id = timeOrderedId();
    return this.unitOfWork.run(
      async (tx) => {
        const account = await lockAccountOfNewMember(tx, person.account_id);
        if (account.researcher_privilege !== true) throw new DomainError('researcher_not_approved');
        await mustNotExceedClassroomLimit(tx, account.id);
        if (courseId !== null) await lockCourses(tx, [courseId], courseId);
        await tx.query(
          `INSERT INTO identity.classroom (id, course_id, title, state, created_at) VALUES ($1, $2, $3, 'draft', $4)`,
          [id, courseId, title, now],
        );
        const member = { id: randomId(), classroom_id: id, account_id: account.id };
        await addMember(tx, { ...member, role: 'instructor', student_number: null }, utcDay(now));
        return id;
      },
      { requestId: request_id },
    );
  }
}
