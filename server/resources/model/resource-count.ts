import { resourcesLimits } from '../../../contracts/resources/limits';
import type { Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';

/**
 * Checks the owner's number of files and folders after some were created. The caller must hold the
 * lock on the owner's files (`StudyStorage.within`). Items in the bin count too.
 * @throws DomainError too_many_resources
 */
export async function mustNotBeTooManyResources(tx: Transaction, ownerId: string): Promise<void> {
  const [count] = await tx.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM research.resource WHERE owner_id = $1`,
    [ownerId],
  );
  if ((count?.n ?? 0) > resourcesLimits.resources) throw new DomainError('too_many_resources');
}
