import { DomainError } from '../platform/http/errors';
import type { Transaction } from '../platform/db/unit-of-work';
import { Study } from './study.entity';
import { mayOnStudy, mayOnStudySql, type StudyAct } from './study.policy';

/**
 * The study, held until the transaction ends: changes, versions of its consent, launches and the
 * archiving of one study happen one after the other.
 * @throws DomainError not_found; forbidden where the account may not do this with it
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
  if (!mayOnStudy(act, study, accountId)) throw new DomainError('forbidden');
  return study;
}

/**
 * The study as it stays until the transaction ends, for somebody who runs its sessions. Others may
 * hold it so at the same time; a change of it waits.
 * @returns undefined where there is none, and where the account may not run it
 */
export async function heldStudy(
  tx: Transaction,
  id: string,
  accountId: string,
): Promise<Study | undefined> {
  const [study] = await tx.query<Study>(
    `SELECT * FROM research.study st WHERE id = $1 AND ${mayOnStudySql('run', 'st', '$2')} FOR SHARE`,
    [id, accountId],
  );
  return study;
}
