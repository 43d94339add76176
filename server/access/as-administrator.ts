import type { Transaction } from '../platform/db/unit-of-work';
import {
  mustStillBeAdministrator,
  takeSharedAdministratorsLock,
} from './accounts/administrators-lock';

/**
 * Checks that the caller is still an administrator. Call it first in the transaction of an action
 * that only administrators may take: the role may have been removed since the token was checked. A
 * lock prevents its removal until the transaction ends.
 * @throws DomainError forbidden
 */
export async function mustActAsAdministrator(tx: Transaction, accountId: string): Promise<void> {
  await takeSharedAdministratorsLock(tx);
  await mustStillBeAdministrator(tx, accountId);
}
