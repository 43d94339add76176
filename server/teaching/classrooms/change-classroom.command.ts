import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import type { changeClassroom } from '../../../contracts/teaching/classrooms';
import type { Caller } from '../../access/caller';
import { Clock } from '../../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { mustHaveAlternativeAssignment } from '../model/alternatives';
import { mustHaveClassConsent } from '../model/class-consent';
import { recordClassroomChanged } from '../model/classroom-changed';
import { lockCourses, lockCourse } from '../model/locked-course';
import { classroomForMember, type MemberClassroom } from '../model/membership';
import { mayCourseStateFollow } from '../model/states.rule';

type Change = EndpointInput<typeof changeClassroom>['body'];

/** Changes a classroom; fields that are absent stay as they are. */
export class ChangeClassroom extends Command<void> {
  constructor(
    readonly classroomId: string,
    readonly change: Change,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(ChangeClassroom)
export class ChangeClassroomHandler implements ICommandHandler<ChangeClassroom> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Changes a classroom. A course that is closed or archived accepts no new classroom, and its
   * classrooms cannot be opened.
   * @throws DomainError
   * - not_found, forbidden, illegal_transition, course_closed
   * - alternative_missing: the classroom leaves an open course, or is opened, and its course would
   * then have no alternative (work that earns credit without a study)
   * - consent_missing: the classroom's students would build studies without a consent form
   * - validation_failed: the course does not exist
   */
  async execute({ classroomId, change, caller }: ChangeClassroom): Promise<void> {
    const { account_id } = caller.person;
    const now = this.clock.now();
    await this.unitOfWork.run(
      async (tx) => {
        const seen = await classroomForMember(tx, 'manage', classroomId, account_id);
        const courseId = change.course_id === undefined ? seen.course_id : change.course_id;
        const isMoved = courseId !== seen.course_id;
        // Courses are locked before classrooms here, as in all code that locks both, so that two
        // transactions cannot deadlock.
        const courses = [seen.course_id, courseId].filter((id) => id !== null);
        await lockCourses(tx, courses, isMoved || change.state === 'open' ? courseId : null);
        const room = await classroomForMember(tx, 'manage', classroomId, account_id, true);
        const state = change.state ?? room.state;
        const isLegal = state === room.state || mayCourseStateFollow(room.state, state);
        // Another instructor may have moved the classroom in the meantime, to a course that this
        // transaction has not locked.
        if (!isLegal || room.state === 'archived' || room.course_id !== seen.course_id)
          throw new DomainError('illegal_transition', { from: room.state });
        if (isMoved) await move(tx, room, courseId);
        if (change.title !== undefined) await rename(tx, room.id, change.title);
        await setBuilding(tx, room.id, change);
        if (isMoved || changesBuilding(change)) await mustHaveClassConsent(tx, room.id);
        if (state !== room.state) await setState(tx, room.id, state, now);
        if (change.state === 'open' && courseId !== null)
          await mustHaveAlternativeAssignment(tx, await lockCourse(tx, courseId));
        recordClassroomChanged(tx, room.id);
      },
      { requestId: caller.request_id },
    );
  }
}

/**
 * Moves a classroom to another course. Only a draft can move: it has no students yet, whose credit
 * would stay with the former course.
 */
async function move(tx: Transaction, room: MemberClassroom, courseId: string | null) {
  const [student] = await tx.query(
    `SELECT id FROM identity.classroom_member WHERE classroom_id = $1 AND role = 'student' LIMIT 1`,
    [room.id],
  );
  if (room.state !== 'draft' || student)
    throw new DomainError('illegal_transition', { from: room.state });
  await tx.query(`UPDATE identity.classroom SET course_id = $2 WHERE id = $1`, [room.id, courseId]);
  if (room.course_id !== null)
    await mustHaveAlternativeAssignment(tx, await lockCourse(tx, room.course_id));
}

const rename = (tx: Transaction, id: string, title: string) =>
  tx.query(`UPDATE identity.classroom SET title = $2 WHERE id = $1`, [id, title]);

const changesBuilding = ({ students_build, consent_text }: Change): boolean =>
  students_build !== undefined || consent_text !== undefined;

async function setBuilding(tx: Transaction, id: string, change: Change): Promise<void> {
  if (!changesBuilding(change)) return;
  await tx.query(
    `UPDATE identity.classroom SET students_build = coalesce($2::boolean, students_build),
       consent_text = CASE WHEN $3::boolean THEN $4::text ELSE consent_text END
     WHERE id = $1`,
    [
      id,
      change.students_build ?? null,
      change.consent_text !== undefined,
      change.consent_text || null,
    ],
  );
}

/**
 * Changes the state. An archived classroom accepts no members, so its join code and its invitations
 * are deleted.
 */
async function setState(
  tx: Transaction,
  id: string,
  state: MemberClassroom['state'],
  now: Date,
): Promise<void> {
  await tx.query(
    `UPDATE identity.classroom SET state = $2, archived_at = CASE WHEN $2 = 'archived' THEN $3::timestamptz END
     WHERE id = $1`,
    [id, state, now],
  );
  if (state !== 'archived') return;
  await tx.query(
    `UPDATE identity.classroom SET join_code = NULL, join_uses_left = NULL, join_expires_at = NULL, join_domain = NULL
     WHERE id = $1`,
    [id],
  );
  await tx.query(`DELETE FROM identity.classroom_invitation WHERE classroom_id = $1`, [id]);
  // Each of these rows withholds students' names from a former member. When the classroom is
  // archived, names are no longer withheld from instructors (identity.class_role), so the rows are
  // deleted.
  await tx.query(`DELETE FROM identity.former_member WHERE classroom_id = $1`, [id]);
}
