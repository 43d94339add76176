import { DomainError } from '../platform/errors/errors';
import type { Transaction } from '../platform/db/unit-of-work';
import { readCollaboratorRoles } from './people/collaborator-rows';
import { Study } from './study.entity';
import { requireStudyPermission, permissionError } from './people/refusals';
import type { StudyAction, StudyPeople } from './study.policy';

/**
 * Locks the study until the transaction ends and checks that the account may do `act`. So changes,
 * new consent versions, launches and the archiving of one study run one after the other.
 * @throws DomainError not_found for an account without a role in the study; forbidden for an
 * account whose role does not permit `act`. Accounts that may read only the study's public page do
 * not get here: people/study-gate.ts has given them the error `forbidden` before
 */
export async function lockStudy(
  tx: Transaction,
  id: string,
  act: StudyAction,
  accountId: string,
): Promise<Study> {
  const study = await tx.manager.findOne(Study, {
    where: { id },
    lock: { mode: 'pessimistic_write' },
  });
  if (!study) throw permissionError(false);
  requireStudyPermission(
    act,
    { ...study, collaborators: await readCollaboratorRoles(tx, study.id) },
    accountId,
  );
  return study;
}

/**
 * Like `lockStudy`, for an invited account, which has no role in the study yet.
 * @throws DomainError not_found
 */
export async function lockStudyForInvitee(
  tx: Transaction,
  id: string,
): Promise<StudyPeople & Pick<Study, 'id' | 'state' | 'eligibility' | 'classroom_id'>> {
  const study = await tx.manager.findOne(Study, {
    where: { id },
    lock: { mode: 'pessimistic_write' },
  });
  if (!study) throw new DomainError('not_found');
  return { ...study, collaborators: await readCollaboratorRoles(tx, study.id) };
}

/**
 * Like `lockStudy`, for an administrator, who has no role in the study.
 * @throws DomainError not_found
 */
export async function lockStudyForAdministrator(tx: Transaction, id: string): Promise<void> {
  const study = await tx.manager.findOne(Study, {
    where: { id },
    lock: { mode: 'pessimistic_write' },
  });
  if (!study) throw new DomainError('not_found');
}

/**
 * Takes a shared lock on the study until the transaction ends, and checks the permission. Several
 * transactions may hold this lock at the same time, while changes of the study and of roles in it
 * wait. Commands that write after a long upload need this check, since the researcher may lose
 * their role during the upload.
 * @throws DomainError not_found, forbidden
 */
export const lockStudyShared = async (
  tx: Transaction,
  act: StudyAction,
  id: string,
  accountId: string,
): Promise<Study & StudyPeople> => requireStudyPermission(act, await shared(tx, id), accountId);

/**
 * Takes a shared lock on a study without checking roles. Used for templates, which accounts without
 * a role may copy, and for jobs. Until the transaction ends, neither the study, nor its owner, nor
 * the list of people with whom it is shared as a template changes.
 * @returns null if there is no such study
 */
export async function lockStudySharedWithoutRole(
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
 * Takes a shared lock on a study and reads its roles. The roles are read in a second statement: a
 * single statement would wait for the lock, but still see the roles from before the wait.
 */
async function shared(tx: Transaction, id: string): Promise<(Study & StudyPeople) | undefined> {
  const [study] = await tx.query<Study>(`SELECT * FROM research.study WHERE id = $1 FOR SHARE`, [
    id,
  ]);
  return study && { ...study, collaborators: await readCollaboratorRoles(tx, id) };
}
