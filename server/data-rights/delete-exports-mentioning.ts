import { namesShownTo } from '../enrolment/rosters/names-shown-to';
import type { Transaction } from '../platform/db/unit-of-work';
import { decidersOf } from '../researchers/reviews/deciders-of';
import { deleteParts } from './delete-parts';

export interface DeletedExports {
  export_id: string;
  account_id: string;
}

/**
 * Throws away other people's copies that may name somebody who is being erased: those of everybody
 * whose name they saw on a roster, and of the administrators who decided on them and wrote why.
 * Whoever had one sees that it is gone, and may ask for another, without the name. Belongs into the
 * transaction of the purge, as the application; leaves it so.
 * @param about to the minute: to the millisecond it would tell which seats were given back with it
 * @returns what is to be told, after the purge and apart from it
 */
export async function deleteExportsMentioning(
  tx: Transaction,
  accountId: string,
  about: Date,
): Promise<DeletedExports[]> {
  const holders = [...(await decidersOf(tx, accountId)), ...(await namesShownTo(tx, accountId))];
  if (holders.length === 0) return [];
  // Until the purge commits no worker begins or finishes a copy: one that waits is made afterwards,
  // when the name is gone.
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
