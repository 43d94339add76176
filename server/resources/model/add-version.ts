import { resourcesLimits } from '../../../contracts/resources/limits';
import type { FileFacts } from '../../../contracts/resources/file-facts';
import type { fileStates } from '../../../contracts/resources/files';
import type { ResourceFileType } from '../../../contracts/resources/file-types';
import type { Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';

/** The content of a version; `Storage` already contains its bytes. */
export interface VersionContent {
  readonly sha256: string;
  readonly bytes: number;
  readonly type: ResourceFileType;
  readonly state: (typeof fileStates)[number];
  /**
   * The facts of the content, such as the size of a picture. They are known if the same owner
   * already has a file with equal bytes; otherwise null, and a worker reads them.
   */
  readonly facts: FileFacts | null;
  readonly thumbnail_sha256: string | null;
}

/**
 * Adds a content as the newest version of a file. The row of a new file has `newest` 0, and the
 * content becomes its first version. The caller must have checked the quota, and must hold the lock
 * on the owner's files (`StudyStorage.within`).
 * @returns the number of the new version; if the newest version already has these bytes, nothing is
 * added, and the number is that of the newest version
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
