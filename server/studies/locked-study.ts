import { DomainError } from '../platform/errors/errors';
import type { Transaction } from '../platform/db/unit-of-work';
import { rolesOf } from './people/collaborator-rows';
import { Study } from './study.entity';
import { mustAllow, refusal } from './people/refusals';
import type { StudyAct, StudyPeople } from './study.policy';

/**
 * Locks the study until the transaction ends: changes, new consent versions, launches and the archiving of
 * one study run one after the other.
 * @throws DomainError not_found without a role in it, since people/study-gate.ts checked before whether
 * others may read its page; forbidden
 */
export async function lockedStudy(
  tx: Transaction,
  id: string,
  act: StudyAct,
  accountId: string,
): Promise<Study> {
  const study = await tx.manager.findOne(Study, {
    where: { id },
    lock: { mode: 'pessimistic_write' },
  });
  if (!study) throw refusal(false);
  mustAllow(act, { ...study, collaborators: await rolesOf(tx, study.id) }, accountId);
  return study;
}

/**
 * Like lockedStudy, for an invited account, which answers an invitation and has no role yet.
 * @throws DomainError not_found
 */
export async function lockedForAnswer(
  tx: Transaction,
  id: string,
): Promise<StudyPeople & Pick<Study, 'id' | 'state' | 'eligibility' | 'classroom_id'>> {
  const study = await tx.manager.findOne(Study, {
    where: { id },
    lock: { mode: 'pessimistic_write' },
  });
  if (!study) throw new DomainError('not_found');
  return { ...study, collaborators: await rolesOf(tx, study.id) };
}

/** Like lockedStudy, for an administrator, who has no role in the study. @throws DomainError not_found */
export async function lockedForAdministration(tx: Transaction, id: string): Promise<void> {
  const study = await tx.manager.findOne(Study, {
    where: { id },
    lock: { mode: 'pessimistic_write' },
  });
  if (!study) throw new DomainError('not_found');
}

/**
 * Takes a shared lock on the study until the transaction ends. Several transactions may hold it at the same time;
 * changes of the study and of roles in it wait. It checks the role again before something is written, since an upload
 * takes minutes, in which the researcher may lose their role.
 * @throws DomainError not_found, forbidden
 */
export const shareLockedStudy = async (
  tx: Transaction,
  act: StudyAct,
  id: string,
  accountId: string,
): Promise<Study & StudyPeople> => mustAllow(act, await shared(tx, id), accountId);

/**
 * Takes a shared lock on a study in which the account needs no role, such as a template: neither the study nor its
 * shares change until the transaction ends.
 * @returns null where there is no such study
 */
export async function shareLockedTemplate(
  tx: Transaction,
  id: string,
): Promise<Pick<Study, 'id' | 'state'> | null> {
  const [study] = await tx.query<Pick<Study, 'id' | 'state'>>(
    `SELECT id, state FROM research.study WHERE id = $1 FOR SHARE`,
    [id],
  );
  return study ?? null;
}

/**
 * The roles are read in a separate statement: the statement that waited for the lock would still see the roles from
 * before.
 */
async function shared(tx: Transaction, id: string): Promise<(Study & StudyPeople) | undefined> {
  const [study] = await tx.query<Study>(`SELECT * FROM research.study WHERE id = $1 FOR SHARE`, [
    id,
  ]);
  return study && { ...study, collaborators: await rolesOf(tx, id) };
}
