import type { Transaction } from '../platform/db/unit-of-work';
import { mustStillBeAdministrator, shareAdministrators } from './accounts/administrators-lock';

/**
 * First in the transaction of whatever only an administrator may do: the role may have been taken
 * since the token was checked, and is not taken before this transaction ends. @throws DomainError
 * forbidden
 */
export async function asAdministrator(tx: Transaction, accountId: string): Promise<void> {
  await shareAdministrators(tx);
  await mustStillBeAdministrator(tx, accountId);
}
