import type { DataSource } from 'typeorm';
import type { Transaction } from '../../platform/db/unit-of-work';
import { lockPrivacyChangesOfOwner } from '../follow-ups';
import { mayOnStudySql, isOwnedBySql } from '../study.policy';
import { removeRole } from './collaborator-rows';
import { transferStudy } from './hand-over-studies';

/*
 * The groups of students who build class studies. A student who leaves the class, or is no longer a
 * student in it, leaves its groups: a study that this student owns is transferred to the next
 * member of its group who is still a student of the class.
 */

/**
 * SQL condition: an account is a student of a study's class.
 * @param account an SQL operand
 * @param st an alias for the study
 */
const isStudentSql = (account: string, st: string): string =>
  `EXISTS (SELECT FROM identity.class_member student WHERE student.classroom_id = ${st}.classroom_id
    AND student.account_id = ${account} AND student.role = 'student')`;

/**
 * SQL for `FROM`: the members of a group who may become the study's owner. The caller sorts them:
 * editors first, then by the time at which they joined. The first member becomes the owner.
 */
const heirsSql = (st: string): string =>
  `FROM identity.study_collaborator heir JOIN identity.person next ON next.id = heir.account_id
   WHERE heir.study_id = ${st}.id AND next.status = 'ACTIVE' AND next.disabled_at IS NULL
     AND ${isStudentSql('heir.account_id', st)}`;

/**
 * SQL condition: the owner of a class study is no longer a student of its class.
 * @param st an alias of a row with `owner_id`
 */
export const hasOwnerLeftClassSql = (st: string): string =>
  `${st}.classroom_id IS NOT NULL AND NOT ${isStudentSql(`${st}.owner_id`, st)}`;

const withHeirFrom = `FROM research.study st WHERE ${hasOwnerLeftClassSql('st')} AND EXISTS (SELECT ${heirsSql('st')})`;

/**
 * SQL condition: there is a class study whose owner left the class and which another member of its
 * group can own.
 */
export const someOwnerHasLeftClassSql = `EXISTS (SELECT ${withHeirFrom})`;

const leftRoleSql = `FROM identity.study_collaborator c JOIN research.study st ON st.id = c.study_id
  WHERE st.classroom_id IS NOT NULL AND NOT ${isStudentSql('c.account_id', 'st')}`;

/**
 * SQL condition: there is a collaborator of a class study who is no longer a student of the class.
 */
export const anyCollaboratorLeftClassSql = `EXISTS (SELECT ${leftRoleSql})`;

/** A class study, and the owner from whom it passes to the next member of its group. */
export interface LeftClassStudy {
  readonly id: string;
  readonly owner_id: string;
  /** Whether the owner's account is being erased; otherwise the owner left the class. */
  readonly isOwnerErased?: boolean;
}

/**
 * Reads class studies whose owner left the class and which can be transferred to another student;
 * at most `atMost`.
 */
export const studiesLeftByOwners = async (
  source: Pick<DataSource, 'query'>,
  atMost: number,
): Promise<LeftClassStudy[]> =>
  source.query(`SELECT st.id, st.owner_id ${withHeirFrom} ORDER BY st.id LIMIT $1`, [atMost]);

/** Reads the ids of the class studies that an account owns. */
export async function classStudiesOwnedBy(tx: Transaction, accountId: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `SELECT st.id FROM research.study st WHERE ${isOwnedBySql('st', '$1')} AND st.classroom_id IS NOT NULL ORDER BY st.id`,
    [accountId],
  );
  return rows.map(({ id }) => id);
}

/**
 * Transfers a class study to the next member of its group. Call this before you lock any row
 * (follow-ups.ts). Class studies have no eligibility rules, so no rule can prevent the transfer.
 * @returns whether the study has a new owner; false if the group has no other member, if the owner
 * has returned to the class, or if the owner or the next member of the group has changed meanwhile
 */
export async function transferStudyInGroup(
  tx: Transaction,
  { id: studyId, owner_id: from, isOwnerErased = false }: LeftClassStudy,
  now: Date,
): Promise<boolean> {
  const [next] = await heirOf(tx, studyId);
  if (!next) return false;
  for (const one of [from, next.account_id].sort()) await lockPrivacyChangesOfOwner(tx, one);
  const [study] = await tx.query<{ id: string; owner_id: string }>(
    `SELECT st.id, st.owner_id FROM research.study st WHERE st.id = $1 AND ${isOwnedBySql('st', '$2')}
       AND ($3::boolean OR (${hasOwnerLeftClassSql('st')})) FOR UPDATE OF st`,
    [studyId, from, isOwnerErased],
  );
  if (!study) return false;
  // Reads the next owner again, now under the lock, since the members of the group may have
  // changed.
  const [heir] = await heirOf(tx, studyId);
  if (heir?.account_id !== next.account_id) return false;
  await transferStudy(tx, study, heir.account_id, false, now);
  return true;
}

const heirOf = (tx: Transaction, studyId: string) =>
  tx.query<{ account_id: string }>(
    `SELECT heirs.account_id FROM research.study st CROSS JOIN LATERAL (
       SELECT heir.account_id, heir.role, heir.since ${heirsSql('st')}) heirs
     WHERE st.id = $1
     ORDER BY array_position(ARRAY['editor', 'analyst', 'viewer'], heirs.role), heirs.since, heirs.account_id LIMIT 1`,
    [studyId],
  );

/**
 * Removes roles in class studies from people who are no longer students of the class.
 * @returns how many roles were removed, at most `atMost`
 */
export async function removeRolesOfFormerStudents(
  tx: Transaction,
  atMost: number,
): Promise<number> {
  const left = await tx.query<{ study_id: string; account_id: string }>(
    `SELECT c.study_id, c.account_id ${leftRoleSql} ORDER BY c.study_id, c.account_id LIMIT $1 FOR UPDATE OF st SKIP LOCKED`,
    [atMost],
  );
  for (const { study_id, account_id } of left) {
    await removeRole(tx, study_id, account_id);
    tx.record('studies.study-changed', { study_id });
  }
  return left.length;
}

/** Reads the studies of a class whose data the account may export, ordered by title. */
export const readExportableClassStudies = (
  source: Pick<DataSource, 'query'>,
  classroomId: string,
  accountId: string,
): Promise<{ id: string; title: string }[]> =>
  source.query(
    `SELECT st.id, st.title FROM research.study st WHERE st.classroom_id = $1
       AND ${mayOnStudySql('read_data', 'st', '$2::uuid')}
     ORDER BY st.title, st.id`,
    [classroomId, accountId],
  );
