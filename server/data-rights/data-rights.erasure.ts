import type { Erasure } from '../platform/context';
import { deleteExportsMentioning } from './delete-exports-mentioning';

/** What the purge of an account does to exports: its own go with it, by foreign key. */
export const dataRightsErasure: Erasure = {
  async erase(tx, accountId, { minute }) {
    const deleted = await deleteExportsMentioning(tx, accountId, minute);
    // The events only refresh open pages. They are apart from the purge, since they would tell
    // whose
    // name the owner of each export had seen.
    return deleted.length > 0
      ? (later) => deleted.forEach((one) => later.record('identity.export-expired', one))
      : undefined;
  },
};
