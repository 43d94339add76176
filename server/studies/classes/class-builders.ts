import { teachingLimits } from '../../../contracts/teaching/limits';
import { DomainError, badField } from '../../platform/errors/errors';
import type { Transaction } from '../../platform/db/unit-of-work';
import { lockPrivacyChangesOfOwner } from '../follow-ups';
import { isOwnedBySql, roleSql } from '../study.policy';

type Query = Pick<Transaction, 'query'>;

/**
 * Checks that an account builds studies in a classroom as one of its students, and that the
 * classroom is open. In a closed classroom, students cannot change studies (docs/domain.md, 8).
 * @param otherwise the error code if the account does not build studies in the classroom
 * @throws DomainError `otherwise`, classroom_closed
 */
export async function mustBuildInClass(
  on: Query,
  accountId: string,
  classroomId: string,
  otherwise: 'not_found' | 'forbidden' = 'not_found',
): Promise<void> {
  const [member] = await on.query<{ state: string }>(
    `SELECT state FROM identity.class_member
     WHERE account_id = $1 AND classroom_id = $2::uuid AND builds`,
    [accountId, classroomId],
  );
  if (!member) throw new DomainError(otherwise);
  if (member.state !== 'open') throw new DomainError('classroom_closed');
}

/**
 * Returns the only open class in which the account may build studies. Used if the creator of a
 * study is not a researcher and names no class.
 * @param field the name of the request field for the class, for the error
 * @throws DomainError
 * - forbidden: the account may build studies in no class
 * - classroom_closed: all its classes are closed
 * - validation_failed: it has several open classes, so the request must name one
 */
export async function onlyOpenClassOf(
  on: Query,
  accountId: string,
  field: string,
): Promise<string> {
  const building = await on.query<{ classroom_id: string; state: string }>(
    `SELECT classroom_id, state FROM identity.class_member WHERE account_id = $1 AND builds`,
    [accountId],
  );
  if (building.length === 0) throw new DomainError('forbidden');
  const [open, ...others] = building.filter(({ state }) => state === 'open');
  if (!open) throw new DomainError('classroom_closed');
  if (others.length > 0) throw badField(field, 'required');
  return open.classroom_id;
}

/**
 * Checks that a student may create another study for a class. The number of a student's studies is
 * limited, since the staff of the class has to read all of them. A lock makes simultaneous calls
 * count one after the other.
 * @throws DomainError too_many_class_studies
 */
export async function mustNotExceedClassStudies(
  tx: Transaction,
  accountId: string,
  classroomId: string,
): Promise<void> {
  await lockPrivacyChangesOfOwner(tx, accountId);
  const [own] = await tx.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM research.study st WHERE ${isOwnedBySql('st', '$1')} AND st.classroom_id = $2`,
    [accountId, classroomId],
  );
  const most = teachingLimits.classStudies;
  if ((own?.n ?? 0) >= most) throw new DomainError('too_many_class_studies', { most });
}

/** Whether an account builds studies in a classroom, which may be open or closed. */
export async function buildsInClass(
  on: Query,
  accountId: string,
  classroomId: string,
): Promise<boolean> {
  const found = await on.query(
    `SELECT 1 FROM identity.class_member WHERE account_id = $1 AND classroom_id = $2 AND builds`,
    [accountId, classroomId],
  );
  return found.length > 0;
}

/** Counts the students of a class who have no role in the given study. They may take part in it. */
export async function countClassmatesOutsideGroup(
  on: Query,
  studyId: string,
  classroomId: string,
): Promise<number> {
  const [row] = await on.query<{ classmates: number }>(
    `SELECT count(*)::int AS classmates FROM identity.class_member mate
     JOIN research.study st ON st.id = $1
     WHERE mate.classroom_id = $2 AND mate.role = 'student' AND ${roleSql('st', 'mate.account_id')} IS NULL`,
    [studyId, classroomId],
  );
  return row?.classmates ?? 0;
}

/**
 * SQL condition: the account builds studies in the classroom. Both parameters are SQL operands of
 * type uuid.
 */
export const buildsInClassSql = (account: string, classroom: string): string =>
  `EXISTS (SELECT FROM identity.class_member building WHERE building.account_id = ${account}
    AND building.classroom_id = ${classroom} AND building.builds)`;
