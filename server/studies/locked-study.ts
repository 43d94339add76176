import { DomainError } from '../platform/http/errors';
import type { Transaction } from '../platform/db/unit-of-work';
import { Study } from './study.entity';

/**
 * The study, held until the transaction ends: changes, versions of its consent, launches and the
 * archiving of one study happen one after the other.
 * @throws DomainError not_found
 */
export async function lockedStudy(tx: Transaction, id: string): Promise<Study> {
  const study = await tx.manager.findOne(Study, {
    where: { id },
    lock: { mode: 'pessimistic_write' },
  });
  if (!study) throw new DomainError('not_found');
  return study;
}
