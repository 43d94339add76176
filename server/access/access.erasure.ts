import { deleteAccounts } from './accounts/accounts.store';
import type { Erasure } from '../platform/context';

/** The last step of a purge: whatever refers to the account by foreign key goes with its row. */
export const accessErasure: Erasure = {
  async erase(tx, accountId) {
    await deleteAccounts(tx, [accountId]);
    return undefined;
  },
};
