import type { Transaction } from '../../platform/db/unit-of-work';
import type { VersionContent } from './add-version';

/**
 * If the owner already has a file with these bytes, even in the bin, returns the type, the state
 * and the facts of that file. Files of other people are not searched, since nothing may reveal that
 * another person has certain bytes. Until the transaction ends, the bytes cannot be deleted.
 */
export async function findEqualContentOfOwner(
  tx: Transaction,
  ownerId: string,
  { sha256, bytes }: Pick<VersionContent, 'sha256' | 'bytes'>,
): Promise<VersionContent | undefined> {
  const [known] = await tx.query<
    Pick<VersionContent, 'type' | 'state' | 'facts' | 'thumbnail_sha256'>
  >(
    `SELECT v.type, v.state, v.facts, v.thumbnail_sha256
     FROM research.resource r JOIN research.resource_version v ON v.resource_id = r.id
     WHERE r.owner_id = $1 AND v.sha256 = $2 AND v.bytes = $3
     ORDER BY v.state = 'checking', v.facts IS NULL, v.created_at DESC LIMIT 1 FOR KEY SHARE OF v`,
    [ownerId, sha256, bytes],
  );
  return known && { sha256, bytes, ...known };
}
