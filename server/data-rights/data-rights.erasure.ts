import { namesShownTo } from '../enrolment/enrolment.erasure';
import type { Erasure } from '../platform/context/context';
import type { Transaction } from '../platform/db/unit-of-work';
import { decidersOf } from '../researchers/reviews/deciders-of';
import { deleteParts } from './delete-parts';

interface DeletedExports {
  export_id: string;
  account_id: string;
}

/**
 * The part of an account's purge that deletes other people's exports which may name that account's person. A foreign key
 * deletes the account's own exports.
 */
export const dataRightsErasure: Erasure = {
  async eraseLast(tx, accountId, { minute }) {
    const deleted = await deleteExportsMentioning(tx, accountId, minute);
    // The events only refresh open pages. They are recorded apart from the purge, because together
    // they would reveal whose name the owner of each export had seen.
    return deleted.length > 0
      ? (later) => deleted.forEach((one) => later.record('identity.export-expired', one))
      : undefined;
  },
};

/**
 * Deletes the bytes of other people's exports that may name the person who is being erased: exports of every
 * participant whose name that person saw on a roster, and of the administrators who decided on that person and wrote
 * why. The owner of such an export sees that it is gone, and may request a new one, without the name. To be called in
 * the transaction of the purge, under the application's database role, which is also set when the function returns.
 * @param about to the minute: to the millisecond it would reveal which seats were released at the same time
 * @returns the events to record after the purge, in another transaction
 */
async function deleteExportsMentioning(
  tx: Transaction,
  accountId: string,
  about: Date,
): Promise<DeletedExports[]> {
  const holders = [...(await decidersOf(tx, accountId)), ...(await namesShownTo(tx, accountId))];
  if (holders.length === 0) return [];
  // Until the purge commits, no worker starts or finishes an export: one that waits is built
  // afterwards, without the name.
  await tx.query(`LOCK TABLE identity.export IN SHARE ROW EXCLUSIVE MODE`);
  const dropped = await tx.query<DeletedExports>(
    `UPDATE identity.export SET state = 'expired', size = NULL, expires_at = least(expires_at, $2)
     WHERE account_id = ANY($1::uuid[]) AND state IN ('running', 'ready')
     RETURNING id AS export_id, account_id`,
    [holders, about],
  );
  await deleteParts(
    tx,
    dropped.map(({ export_id }) => export_id),
  );
  return dropped;
}
