import { resourcesLimits } from '../../../contracts/resources/limits';
import type { FileFacts } from '../../../contracts/resources/file-facts';
import type { fileStates } from '../../../contracts/resources/files';
import type { ResourceFileType } from '../../../contracts/resources/file-types';
import type { Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';

/** A content whose bytes `Storage` already contains. */
export interface VersionContent {
  readonly sha256: string;
  readonly bytes: number;
  readonly type: ResourceFileType;
  readonly state: (typeof fileStates)[number];
  /** The facts already known for equal bytes of the same owner; null where a worker must read them. */
  readonly facts: FileFacts | null;
  readonly thumbnail_sha256: string | null;
}

/**
 * Adds a content as the newest version of a file. The caller must check the quota and hold the lock
 * on the owner's files (`StudyStorage.within`); for a new file, whose row has `newest` 0, it is the
 * first version.
 * @returns the number of the version; the current one if it already has these bytes
 * @throws DomainError too_many_file_versions
 */
export async function addVersion(
  tx: Transaction,
  resourceId: string,
  content: VersionContent,
  now: Date,
): Promise<number> {
  const [file] = await tx.query<{ newest: number; sha256: string | null }>(
    `SELECT r.newest, v.sha256 FROM research.resource r
     LEFT JOIN research.resource_version v ON v.resource_id = r.id AND v.number = r.newest
     WHERE r.id = $1 AND r.kind = 'file' FOR NO KEY UPDATE OF r`,
    [resourceId],
  );
  if (!file) throw new DomainError('not_found');
  if (file.sha256 === content.sha256) return file.newest;
  if (file.newest >= resourcesLimits.versions) throw new DomainError('too_many_file_versions');
  const number = file.newest + 1;
  await tx.query(
    `INSERT INTO research.resource_version
       (resource_id, number, sha256, bytes, type, state, facts, thumbnail_sha256, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      resourceId,
      number,
      content.sha256,
      content.bytes,
      content.type,
      content.state,
      content.facts && JSON.stringify(content.facts),
      content.thumbnail_sha256,
      now,
    ],
  );
  await tx.query(
    `UPDATE research.resource SET newest = $2, bytes = $3, type = $4, updated_at = $5 WHERE id = $1`,
    [resourceId, number, content.bytes, content.type, now],
  );
  if (content.facts === null || content.state === 'checking')
    tx.record('resources.version-stored', { resource_id: resourceId, number });
  return number;
}
