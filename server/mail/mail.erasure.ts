import { deleteMailsOf } from './delete-mails-of';
import type { Erasure } from '../platform/context';

export const mailErasure: Erasure = {
  async erase(tx, accountId) {
    await deleteMailsOf(tx, accountId);
    return undefined;
  },
};
