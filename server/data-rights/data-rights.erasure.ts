import type { Erasure } from '../platform/context';
import { deleteExportsMentioning } from './delete-exports-mentioning';

/**
 * The part of the purge that concerns exports. A foreign key deletes the account's own exports with
 * it.
 */
export const dataRightsErasure: Erasure = {
  async erase(tx, accountId, { minute }) {
    const deleted = await deleteExportsMentioning(tx, accountId, minute);
    // The events only refresh open pages. They are recorded apart from the purge, because together
    // they would reveal whose name the owner of each export had seen.
    return deleted.length > 0
      ? (later) => deleted.forEach((one) => later.record('identity.export-expired', one))
      : undefined;
  },
};
