import type { Caller } from '../../access/caller';
import { lockAccountRow } from '../../access/accounts/accounts.store';
import type { Transaction, UnitOfWork } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { lockStorageQuota } from '../../studies/contents/storage-turn';

interface OwnersTurn {
  readonly ownerId: string;
  readonly requestId: string | null;
}
/** The parameters of `runSeriallyForOwner`, for a caller who changes their own files. */
export const ownerAndRequestOf = ({ person, request_id }: Caller): OwnersTurn => ({
  ownerId: person.account_id,
  requestId: request_id,
});

/**
 * Runs a change of a person's files and folders in one transaction. All changes of one account,
 * uploads included, run one after the other, so that the folder tree cannot change between read and
 * commit. `StudyStorage.within` takes the same lock.
 * @throws DomainError unauthenticated where the account has been erased
 */
export const runSeriallyForOwner = <T>(
  unitOfWork: UnitOfWork,
  { ownerId, requestId }: OwnersTurn,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> =>
  unitOfWork.run(
    async (tx) => {
      await lockAccountAgainstErasure(tx, ownerId);
      await lockStorageQuota(tx, ownerId);
      return work(tx);
    },
    { requestId, turn: ownerId },
  );

/**
 * Keeps the account from being erased before the transaction ends. A simultaneous erasure would not
 * delete the rows that this transaction adds.
 * @throws DomainError unauthenticated where the account has been erased
 */
export async function lockAccountAgainstErasure(tx: Transaction, accountId: string): Promise<void> {
  if (!(await lockAccountRow(tx, accountId, 'key share'))) throw new DomainError('unauthenticated');
}
