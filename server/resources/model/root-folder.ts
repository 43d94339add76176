import { timeOrderedId } from '../../platform/db/ids';
import type { Transaction } from '../../platform/db/unit-of-work';

/**
 * Returns the id of an account's root folder, and creates the folder if there is none. Two
 * simultaneous calls create only one folder.
 */
export async function ensureRootFolder(
  tx: Transaction,
  ownerId: string,
  now: Date,
): Promise<string> {
  return (await found(tx, ownerId)) ?? (await made(tx, ownerId, now));
}

async function found(tx: Transaction, ownerId: string): Promise<string | undefined> {
  const [root] = await tx.query<{ id: string }>(
    `SELECT id FROM research.resource WHERE owner_id = $1 AND parent_id IS NULL`,
    [ownerId],
  );
  return root?.id;
}

async function made(tx: Transaction, ownerId: string, now: Date): Promise<string> {
  await tx.query(
    `INSERT INTO research.resource (id, owner_id, kind, name, name_key, created_at, updated_at)
     VALUES ($1, $2, 'folder', '', '', $3, $3)
     ON CONFLICT (owner_id) WHERE parent_id IS NULL DO NOTHING`,
    [timeOrderedId(), ownerId, now],
  );
  const root = await found(tx, ownerId);
  if (root === undefined) throw new Error('a root folder that conflicted is not there');
  return root;
}
