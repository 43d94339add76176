import { accountsWithNameShownTo } from '../enrolment/enrolment.erasure';
import type { ErasureSteps } from '../platform/context/context';
import type { Transaction } from '../platform/db/unit-of-work';
import { decidersOf } from '../researchers/reviews/deciders-of';
import { deleteExportParts } from './delete-parts';

interface DeletedExports {
  export_id: string;
  account_id: string;
}

/**
 * What a purge of an account deletes here: other people's exports that may contain the name of the
 * purged person. A foreign key deletes the account's own exports.
 */
export const dataRightsErasure: ErasureSteps = {
  async eraseLast(tx, accountId, { minute }) {
    const deleted = await deleteExportsMentioning(tx, accountId, minute);
    // These events only refresh open pages. They are recorded after the purge, in a transaction of
    // their own. In the transaction of the purge they would reveal that the owners of the exports
    // had seen the name of the purged person.
    return deleted.length > 0
      ? (later) => deleted.forEach((one) => later.record('identity.export-expired', one))
      : undefined;
  },
};

/**
 * Deletes the bytes of other people's exports that may contain the name of the purged person:
 * exports of participants whose names this person saw on a roster, and of administrators who
 * decided about this person and wrote a reason. The owner of the export sees that it was deleted,
 * and may request a new one. Call it in the transaction of the purge, under the application's
 * database role. It switches to another role, and back at the end.
 * `about` is the present time, rounded to the minute. The exact time, stored in the exports, would
 * reveal which seats were released at the same time.
 * @returns the events to record after the purge, in another transaction
 */
async function deleteExportsMentioning(
  tx: Transaction,
  accountId: string,
  about: Date,
): Promise<DeletedExports[]> {
  const holders = [
    ...(await decidersOf(tx, accountId)),
    ...(await accountsWithNameShownTo(tx, accountId)),
  ];
  if (holders.length === 0) return [];
  // Until the purge commits, no worker can start or finish an export. An export that waits is
  // therefore built after the purge, when the name is gone.
  await tx.query(`LOCK TABLE identity.export IN SHARE ROW EXCLUSIVE MODE`);
  const dropped = await tx.query<DeletedExports>(
    `UPDATE identity.export SET state = 'expired', size = NULL, expires_at = least(expires_at, $2)
     WHERE account_id = ANY($1::uuid[]) AND state IN ('running', 'ready')
     RETURNING id AS export_id, account_id`,
    [holders, about],
  );
  await deleteExportParts(
    tx,
    dropped.map(({ export_id }) => export_id),
  );
  return dropped;
}
