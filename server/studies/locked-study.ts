import { DomainError } from '../platform/http/errors';
import type { Transaction } from '../platform/db/unit-of-work';
import { rolesOf } from './people/collaborator-rows';
import { Study } from './study.entity';
import { mayOnStudy, mustAllow, roleIn, type StudyAct, type StudyPeople } from './study.policy';

/**
 * Locks the study until the transaction ends: changes, new consent versions, launches and the
 * archiving of one study run one after the other.
 * @throws DomainError not_found, also for a draft of another; forbidden where the account may not do
 * this with it
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
  if (!study) throw new DomainError('not_found');
  mustAllow(act, { ...study, collaborators: await rolesOf(tx, study.id) }, accountId);
  return study;
}

/**
 * As lockedStudy, for an invited account, which answers an invitation and has no role yet.
 * @throws DomainError not_found
 */
export async function lockedForAnswer(
  tx: Transaction,
  id: string,
): Promise<StudyPeople & Pick<Study, 'id' | 'state' | 'eligibility'>> {
  const study = await tx.manager.findOne(Study, {
    where: { id },
    lock: { mode: 'pessimistic_write' },
  });
  if (!study) throw new DomainError('not_found');
  return { ...study, collaborators: await rolesOf(tx, study.id) };
}

/** As lockedStudy, for an administrator, who has no role in the study. @throws DomainError not_found */
export async function lockedForAdministration(tx: Transaction, id: string): Promise<void> {
  const study = await tx.manager.findOne(Study, {
    where: { id },
    lock: { mode: 'pessimistic_write' },
  });
  if (!study) throw new DomainError('not_found');
}

/**
 * Takes a shared lock on the study until the transaction ends, for an account that runs its
 * sessions. Several transactions may hold it at once; a change of the study waits.
 * @returns undefined where there is none, and where the account may not run it
 */
export async function heldStudy(
  tx: Transaction,
  id: string,
  accountId: string,
): Promise<Study | undefined> {
  const study = await shared(tx, id);
  return study && mayOnStudy('run', study, accountId) ? study : undefined;
}

/**
 * As heldStudy, for data of the study (research-data.policy.ts): asked again where something is written
 * of it, since an upload takes minutes, in which the researcher may lose their role.
 * @throws DomainError not_found without a role in the study; forbidden
 */
export async function heldForData(
  tx: Transaction,
  id: string,
  accountId: string,
): Promise<StudyPeople> {
  const study = await shared(tx, id);
  if (!study || roleIn(study, accountId) === null) throw new DomainError('not_found');
  if (!mayOnStudy('run', study, accountId)) throw new DomainError('forbidden');
  return study;
}

/**
 * As heldStudy, for every role in the study, viewers among them. A change that ends the role at the same
 * moment waits for this transaction, or this one for it.
 * @throws DomainError not_found without a role in the study
 */
export async function heldForMember(tx: Transaction, id: string, accountId: string): Promise<void> {
  const study = await shared(tx, id);
  if (!study || roleIn(study, accountId) === null) throw new DomainError('not_found');
}

/** The roles in a statement of its own: one that waited for the lock would see those of before. */
async function shared(tx: Transaction, id: string): Promise<(Study & StudyPeople) | undefined> {
  const [study] = await tx.query<Study>(`SELECT * FROM research.study WHERE id = $1 FOR SHARE`, [
    id,
  ]);
  return study && { ...study, collaborators: await rolesOf(tx, id) };
}
