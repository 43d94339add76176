import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { z } from 'zod';
import type { NewAssignment } from '../../../contracts/teaching/assignments';
import { teachingLimits } from '../../../contracts/teaching/limits';
import type { Caller } from '../../access/caller';
import { Clock } from '../../platform/concurrency/clock';
import { timeOrderedId } from '../../platform/db/ids';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { badField, DomainError } from '../../platform/errors/errors';
import { StudyGate } from '../../studies/people/study-gate';
import { announceAssignmentChange } from './announce-change';
import { errorOfAssignmentDates } from './assignment-dates.rule';
import {
  lockManagedClassroom,
  lockManagedCourse,
  mustNotBeClosed,
  type AssignmentScope,
} from './managed-assignment';

/** Returns the assignment's id. */
export class CreateAssignment extends Command<string> {
  constructor(
    /** For a course, the assignment is an alternative: work that earns credit without a study. */
    readonly place: { readonly classroom: string } | { readonly course: string },
    readonly terms: z.output<typeof NewAssignment>,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(CreateAssignment)
export class CreateAssignmentHandler implements ICommandHandler<CreateAssignment> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly gate: StudyGate,
  ) {}

  /**
   * @throws DomainError
   * - not_found: also for a study that the caller cannot read, and for a template that is not
   * shared with the classroom
   * - forbidden, second_factor_missing, classroom_closed, course_closed, too_many_assignments
   * - validation_failed: the dates are invalid
   */
  async execute({ place, terms, caller }: CreateAssignment): Promise<string> {
    const { account_id } = caller.person;
    const study = terms.kind === 'take_study' ? (terms.study_id ?? null) : null;
    if (study !== null && !(await this.gate.mayRead(study, account_id)))
      throw new DomainError('not_found');
    return this.unitOfWork.run(
      async (tx) => {
        const at =
          'classroom' in place
            ? await lockManagedClassroom(tx, place.classroom, account_id)
            : await lockManagedCourse(tx, place.course, caller.person);
        mustNotBeClosed(at);
        await mustHaveFewAssignments(tx, at);
        if (terms.kind === 'build_study') await mustBeTemplate(tx, at, terms.study_id ?? null);
        const id = await insert(tx, at, terms, this.clock.now());
        await announceAssignmentChange(tx, at);
        return id;
      },
      { requestId: caller.request_id },
    );
  }
}

async function mustHaveFewAssignments(
  tx: Transaction,
  { classroomId, course }: AssignmentScope,
): Promise<void> {
  const [count] = await tx.query<{ n: number }>(
    classroomId !== null
      ? `SELECT count(*)::int AS n FROM identity.assignment WHERE classroom_id = $1`
      : `SELECT count(*)::int AS n FROM identity.assignment WHERE course_id = $1`,
    [classroomId ?? course?.id],
  );
  const { assignments: most } = teachingLimits;
  if ((count?.n ?? 0) >= most) throw new DomainError('too_many_assignments', { most });
}

/** @throws DomainError not_found for a study that is no template of the classroom */
async function mustBeTemplate(
  tx: Transaction,
  { classroomId }: AssignmentScope,
  studyId: string | null,
): Promise<void> {
  if (studyId === null) return;
  const found = await tx.query(
    `SELECT FROM research.template_share WHERE study_id = $1 AND classroom_id = $2`,
    [studyId, classroomId],
  );
  if (found.length === 0) throw new DomainError('not_found');
}

async function insert(
  tx: Transaction,
  { classroomId, course }: AssignmentScope,
  terms: CreateAssignment['terms'],
  now: Date,
): Promise<string> {
  const dates = { opens_at: dateOf(terms.opens_at), due_at: dateOf(terms.due_at) };
  const fault = errorOfAssignmentDates(dates, now);
  if (fault) throw badField('due_at', fault);
  const id = timeOrderedId();
  await tx.query(
    `INSERT INTO identity.assignment (id, classroom_id, course_id, kind, title, instructions, study_id, minutes,
       opens_at, due_at, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      id,
      classroomId,
      classroomId === null ? course.id : null,
      terms.kind,
      terms.title,
      terms.instructions,
      terms.kind === 'alternative' ? null : (terms.study_id ?? null),
      terms.kind === 'alternative' ? terms.minutes : null,
      dates.opens_at,
      dates.due_at,
      now,
    ],
  );
  return id;
}

const dateOf = (given: string | null | undefined): Date | null => (given ? new Date(given) : null);
