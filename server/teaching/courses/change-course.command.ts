import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import type { changeCourse } from '../../../contracts/teaching/courses';
import { mustActAsAdministrator } from '../../access/as-administrator';
import type { Caller } from '../../access/caller';
import { Clock } from '../../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { mustHaveAlternativeAssignment } from '../model/alternatives';
import { mustHaveConsentInClassrooms } from '../model/class-consent';
import { recordClassroomsChanged } from '../model/classroom-changed';
import type { CourseRow } from '../model/course.entity';
import { lockCourse } from '../model/locked-course';
import { changedCourseTerms, refusalOfCourseChange } from './course-change.rule';
import { mustBeFutureDeadline } from './future-deadline';

type Change = EndpointInput<typeof changeCourse>['body'];

/** Changes a course; fields that are absent stay as they are. */
export class ChangeCourse extends Command<void> {
  constructor(
    readonly courseId: string,
    readonly change: Change,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(ChangeCourse)
export class ChangeCourseHandler implements ICommandHandler<ChangeCourse> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws DomainError not_found, illegal_transition, course_closed, alternative_missing;
   *   consent_missing if a classroom whose students build studies would have no consent form;
   *   forbidden for a caller who is no longer an administrator; validation_failed for a deadline
   *   that has passed
   */
  async execute({ courseId, change, caller: { person, request_id } }: ChangeCourse) {
    const now = this.clock.now();
    await this.unitOfWork.run(
      async (tx) => {
        await mustActAsAdministrator(tx, person.account_id);
        const before = await lockCourse(tx, courseId);
        const after = changed(before, change);
        const refusal = refusalOfCourseChange(before, after);
        if (refusal !== null) throw new DomainError(refusal, { from: before.state });
        const terms = changedCourseTerms(before, after);
        if (terms.size === 0) return;
        if (terms.has('deadline')) mustBeFutureDeadline(after.deadline, now);
        if (terms.has('credits_per_hour')) await mustHaveNoCredit(tx, before);
        // Only a change of these two fields may require an alternative (work that earns credit
        // without a study). A course that is open without one may change its other fields.
        if (terms.has('state') || terms.has('required_credits'))
          await mustHaveAlternativeAssignment(tx, after);
        await writeCourse(tx, after);
        if (terms.has('consent_text')) await mustHaveConsentInClassrooms(tx, courseId);
        await recordClassroomsChanged(tx, courseId);
        const details = { course_id: courseId, ...(terms.has('state') && { state: after.state }) };
        await tx.audit('course-changed', { actor: person.account_id, details }, now);
      },
      { requestId: request_id },
    );
  }
}

/**
 * Checks that `credits_per_hour` may change: no student has credit in the course yet. Even a draft
 * course may have credit, because its classrooms may be open. The caller must hold the lock of the
 * course, so that no transaction posts credit meanwhile.
 * @throws DomainError illegal_transition if there is credit
 */
async function mustHaveNoCredit(tx: Transaction, { id, state }: CourseRow): Promise<void> {
  const found = await tx.query(`SELECT FROM identity.credit WHERE course_id = $1 LIMIT 1`, [id]);
  if (found.length > 0) throw new DomainError('illegal_transition', { from: state });
}

const changed = (
  before: CourseRow,
  { organization, deadline, consent_text, ...change }: Change,
): CourseRow => ({
  ...before,
  ...(Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  ) as Partial<CourseRow>),
  ...(organization !== undefined && { organization: organization || null }),
  ...(consent_text !== undefined && { consent_text: consent_text || null }),
  ...(deadline !== undefined && { deadline: new Date(deadline) }),
});

async function writeCourse(tx: Transaction, course: CourseRow): Promise<void> {
  await tx.query(
    `UPDATE identity.course SET title = $2, code = $3, term = $4, organization = $5, required_credits = $6,
       credits_per_hour = $7, deadline = $8, state = $9, consent_text = $10
     WHERE id = $1`,
    [
      course.id,
      course.title,
      course.code,
      course.term,
      course.organization,
      course.required_credits,
      course.credits_per_hour,
      course.deadline,
      course.state,
      course.consent_text,
    ],
  );
}
