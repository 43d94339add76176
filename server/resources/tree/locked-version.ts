import type { Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import type { VersionContent } from '../model/add-version';

type Row = Omit<VersionContent, 'bytes'> & { bytes: string };

/**
 * Reads the content of a version. Until the transaction ends, the row of the version is locked
 * against deletion, so its bytes are not deleted either.
 * @param number the number of the version; null for the newest
 * @throws DomainError not_found, still_checked, infected
 */
export async function lockVersionContent(
  tx: Transaction,
  fileId: string,
  number: number | null = null,
): Promise<VersionContent> {
  const [version] = await tx.query<Row>(
    `SELECT v.sha256, v.bytes, v.type, v.state, v.facts, v.thumbnail_sha256
     FROM research.resource r JOIN research.resource_version v ON v.resource_id = r.id
     WHERE r.id = $1 AND v.number = coalesce($2::int, r.newest) FOR KEY SHARE`,
    [fileId, number],
  );
  if (!version) throw new DomainError('not_found');
  if (version.state === 'checking') throw new DomainError('still_checked');
  if (version.state === 'quarantined') throw new DomainError('infected');
  return { ...version, bytes: Number(version.bytes) };
}
