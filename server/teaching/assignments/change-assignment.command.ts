import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { z } from 'zod';
import type { AssignmentChange } from '../../../contracts/teaching/assignments';
import type { Caller } from '../../access/caller';
import { Clock } from '../../platform/concurrency/clock';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { badField } from '../../platform/errors/errors';
import { announceAssignmentChange } from './announce-change';
import { errorOfAssignmentDates } from './assignment-dates.rule';
import { mustHaveNoSubmissions } from './has-submissions';
import { lockManagedAssignment, mustNotBeClosed, type AssignmentScope } from './managed-assignment';

/** Changes an assignment. Returns the classroom or course to which it belongs. */
export class ChangeAssignment extends Command<AssignmentScope> {
  constructor(
    readonly id: string,
    readonly change: z.output<typeof AssignmentChange>,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(ChangeAssignment)
export class ChangeAssignmentHandler implements ICommandHandler<ChangeAssignment> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws DomainError
   * - not_found, forbidden, second_factor_missing, classroom_closed, course_closed
   * - illegal_transition: the minutes change although there is a submission
   * - validation_failed: the dates are invalid, or the call changes the minutes of an assignment
   * that is not an alternative
   */
  execute({ id, change, caller }: ChangeAssignment): Promise<AssignmentScope> {
    return this.unitOfWork.run(
      async (tx) => {
        const { assignment, place } = await lockManagedAssignment(tx, id, caller.person);
        mustNotBeClosed(place);
        const { minutes = assignment.minutes } = change;
        if (minutes !== assignment.minutes) {
          if (assignment.kind !== 'alternative') throw badField('minutes', 'not_allowed');
          await mustHaveNoSubmissions(tx, id);
        }
        const dates = {
          opens_at: changed(change.opens_at, assignment.opens_at),
          due_at: changed(change.due_at, assignment.due_at),
        };
        const isMoved = dates.due_at?.getTime() !== assignment.due_at?.getTime();
        const fault = errorOfAssignmentDates(dates, isMoved ? this.clock.now() : null);
        if (fault) throw badField('due_at', fault);
        await tx.query(
          `UPDATE identity.assignment SET title = coalesce($2, title), instructions = coalesce($3, instructions),
             minutes = $4, opens_at = $5, due_at = $6 WHERE id = $1`,
          [
            id,
            change.title ?? null,
            change.instructions ?? null,
            minutes,
            dates.opens_at,
            dates.due_at,
          ],
        );
        await announceAssignmentChange(tx, place);
        return place;
      },
      { requestId: caller.request_id },
    );
  }
}

/** Returns the new value of a date. @param given undefined for no change, null to remove the date */
const changed = (given: string | null | undefined, before: Date | null): Date | null =>
  given === undefined ? before : given === null ? null : new Date(given);
