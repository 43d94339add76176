import type { ClassroomRole, ClassroomState } from '../../../contracts/teaching/classrooms';
import { DomainError } from '../../platform/errors/errors';
import type { Transaction } from '../../platform/db/unit-of-work';
import {
  lockClassStudy,
  readClassStudy,
  type StudyOfClass,
} from '../../studies/classes/studies-of-class';
import { readCollaboratorRoles } from '../../studies/people/collaborator-rows';
import { studyRoleOf } from '../../studies/study.policy';
import { mayInClassroom } from '../model/membership';
import { presentAndFormerPeopleOf } from '../withheld-names/people-ever';

/**
 * A class study, and what the reader may do with it. Readers are its builders and the classroom's
 * staff.
 */
export interface ReviewedStudy {
  readonly study: StudyOfClass;
  readonly classroom: {
    readonly id: string;
    readonly title: string;
    readonly state: ClassroomState;
  };
  /** Whether the reader is one of the study's builders. */
  readonly own: boolean;
  /**
   * Whether the reader may decide about submissions. Instructors may, unless they have ever been an
   * owner or collaborator of the study, for example as former students of the class.
   */
  readonly mayDecide: boolean;
}

/**
 * Reads a class study whose review the account may read.
 * @param lock whether to lock the study's row until the transaction ends, so that it cannot be
 *   launched, changed or decided about meanwhile
 * @throws DomainError not_found, for an ordinary study too
 */
export async function readReviewedStudy(
  tx: Transaction,
  studyId: string,
  accountId: string,
  lock = false,
): Promise<ReviewedStudy> {
  const study = await (lock ? lockClassStudy : readClassStudy)(tx, studyId);
  if (!study) throw new DomainError('not_found');
  const people = {
    owner_id: study.owner_id,
    collaborators: await readCollaboratorRoles(tx, study.id),
  };
  const [classroom] = await tx.query<{
    id: string;
    title: string;
    state: ClassroomState;
    role: ClassroomRole | null;
  }>(
    `SELECT c.id, c.title, c.state, m.role FROM identity.classroom c
     LEFT JOIN identity.classroom_member m ON m.classroom_id = c.id AND m.account_id = $2
     WHERE c.id = $1`,
    [study.classroom_id, accountId],
  );
  if (!classroom) throw new DomainError('not_found');
  const { role, ...room } = classroom;
  const own = studyRoleOf(people, accountId) !== null;
  const isStaff = role !== null && mayInClassroom(role, 'staff');
  if (!own && !isStaff) throw new DomainError('not_found');
  const mayDecide =
    role !== null &&
    mayInClassroom(role, 'manage') &&
    !(await presentAndFormerPeopleOf(tx.manager, study.id)).includes(accountId);
  return { study, classroom: room, own, mayDecide };
}

/**
 * Checks that a classroom is open, and locks it so that it stays open until the transaction ends. A
 * caller who also locks a study must lock the study first.
 * @throws DomainError classroom_closed
 */
export async function lockOpenClassroom(tx: Transaction, classroomId: string): Promise<void> {
  const [classroom] = await tx.query<{ state: ClassroomState }>(
    `SELECT state FROM identity.classroom WHERE id = $1 FOR SHARE`,
    [classroomId],
  );
  if (classroom?.state !== 'open') throw new DomainError('classroom_closed');
}
