import { deleteAccounts } from './accounts/accounts.store';
import type { ErasureSteps } from '../platform/context/context';

/**
 * The last step of a purge: deletes the account's row and, by their foreign keys, all rows that
 * refer to it.
 */
export const accessErasure: ErasureSteps = {
  async eraseLast(tx, accountId) {
    await deleteAccounts(tx, [accountId]);
    return undefined;
  },
};
