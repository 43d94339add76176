import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { resourcesLimits } from '../../../contracts/resources/limits';
import { nameComparisonKey, pathSegments } from '../../../contracts/resources/resource-name.rule';
import type { Caller } from '../../access/caller';
import { Clock, hours, addMilliseconds } from '../../platform/concurrency/clock';
import { timeOrderedId } from '../../platform/db/ids';
import type { Transaction } from '../../platform/db/unit-of-work';
import { badField, DomainError } from '../../platform/errors/errors';
import type { VersionContent } from '../model/add-version';
import { folderByNames } from '../model/folder-by-names';
import { findEqualContentOfOwner } from '../model/known-content';
import { findByNameInFolder } from '../model/name-in-folder';
import { requireFolderOfOwner } from '../model/own-folder';
import { OwnerStorage } from '../model/owner-storage';
import { createFileOrVersion } from '../model/place-file';
import { isTypedByExtension } from './named-by-ending.rule';
import { UploadsStore, type UploadRecord } from './uploads.store';

export interface NewUpload {
  readonly folder_id: string;
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly replace?: boolean | undefined;
}

/** Starts or continues an upload. `begins`: whether the upload is new and still needs its bytes. */
export class CreateUpload extends Command<{ upload: UploadRecord; begins: boolean }> {
  constructor(
    readonly asked: NewUpload,
    readonly caller: Caller,
  ) {
    super();
  }
}

interface Beginning extends Pick<NewUpload, 'bytes' | 'sha256'> {
  readonly ownerId: string;
  /** The existing folder in which the file will be created. */
  readonly folderId: string;
  readonly name: string;
  readonly replaces: boolean;
  readonly now: Date;
}

@CommandHandler(CreateUpload)
export class CreateUploadHandler implements ICommandHandler<CreateUpload> {
  constructor(
    private readonly room: OwnerStorage,
    private readonly clock: Clock,
    private readonly uploads: UploadsStore,
  ) {}

  /**
   * Starts or continues an upload: reserves its name and storage.
   * @throws DomainError not_found, path_taken, quota_exceeded, too_many_resources,
   * too_many_file_versions, validation_failed
   */
  execute({ asked, caller }: CreateUpload) {
    const ownerId = caller.person.account_id;
    return this.room.run(ownerId, (tx) => this.begin(tx, ownerId, asked), caller.request_id);
  }

  private async begin(tx: Transaction, ownerId: string, asked: NewUpload) {
    const now = this.clock.now();
    const names = pathSegments(asked.path);
    const name = names?.at(-1);
    if (!names || name === undefined) throw badField('path', 'invalid_file_name');
    const from = await requireFolderOfOwner(tx, ownerId, asked.folder_id);
    await forgetExpired(tx, ownerId, now);
    const folderId = await folderByNames(tx, from, names.slice(0, -1), now);
    const { bytes, sha256, replace: replaces = false } = asked;
    const beginning: Beginning = { ownerId, folderId, name, bytes, sha256, replaces, now };
    await mustBeFree(tx, beginning);
    const same = await underWay(tx, beginning);
    if (same !== undefined)
      return { upload: await this.uploads.ownLocked(tx, same, ownerId), begins: false };
    const known = await findEqualContentOfOwner(tx, ownerId, asked);
    const content = known && !isTypedByExtension(known.type) ? known : undefined;
    const id = await insert(tx, beginning, content);
    if (!content) await mustNotBeTooManyUploads(tx, ownerId);
    return { upload: await this.uploads.ownLocked(tx, id, ownerId), begins: !content };
  }
}

/**
 * Deletes expired uploads before the cleanup job does, so that their storage and names are free at
 * once.
 */
async function forgetExpired(tx: Transaction, ownerId: string, now: Date): Promise<void> {
  await tx.query(
    `DELETE FROM research.resource_upload
     WHERE owner_id = $1 AND state <> 'complete' AND expires_at <= $2`,
    [ownerId, now],
  );
}

async function mustBeFree(tx: Transaction, { folderId, name, replaces }: Beginning): Promise<void> {
  const taken = await findByNameInFolder(tx, folderId, name);
  if (!taken) return;
  if (taken.kind === 'folder' || !replaces) throw new DomainError('path_taken');
  if ((taken.newest ?? 0) >= resourcesLimits.versions)
    throw new DomainError('too_many_file_versions');
}

/**
 * Finds an unfinished upload of the same file under the same name. The caller continues it, for
 * example after a reload or in another tab. `replaces` is taken from the latest call.
 * @throws DomainError path_taken if an upload of another file has reserved the name
 */
async function underWay(
  tx: Transaction,
  { folderId, name, bytes, sha256, replaces }: Beginning,
): Promise<string | undefined> {
  const [reserved] = await tx.query<{ id: string; is_same: boolean }>(
    `SELECT id, sha256 = $3 AND bytes = $4 AS is_same FROM research.resource_upload
     WHERE folder_id = $1 AND name_key = $2 AND state <> 'complete' FOR UPDATE`,
    [folderId, nameComparisonKey(name), sha256, bytes],
  );
  if (!reserved) return undefined;
  if (!reserved.is_same) throw new DomainError('path_taken');
  await tx.query(`UPDATE research.resource_upload SET replaces = $2 WHERE id = $1`, [
    reserved.id,
    replaces,
  ]);
  return reserved.id;
}

/**
 * Inserts the row of an upload.
 * @param content the content, if the person has a file with the same bytes already: no bytes need
 * to be sent, and the file is created at once
 */
async function insert(
  tx: Transaction,
  beginning: Beginning,
  content: VersionContent | undefined,
): Promise<string> {
  const { ownerId, folderId, name, bytes, sha256, replaces, now } = beginning;
  const id = timeOrderedId();
  const fileId = content ? await createFileOrVersion(tx, beginning, content, now) : null;
  await tx.query(
    `INSERT INTO research.resource_upload (id, owner_id, folder_id, name, name_key, bytes, sha256, stored,
       replaces, state, type, file_id, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      id,
      ownerId,
      folderId,
      name,
      nameComparisonKey(name),
      bytes,
      sha256,
      content ? bytes : 0,
      replaces,
      content ? 'complete' : 'open',
      content?.type ?? null,
      fileId,
      now,
      addMilliseconds(now, hours(resourcesLimits.uploadHours)),
    ],
  );
  return id;
}

/** @throws DomainError too_many_resources */
async function mustNotBeTooManyUploads(tx: Transaction, ownerId: string): Promise<void> {
  const [count] = await tx.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM research.resource_upload
     WHERE owner_id = $1 AND state <> 'complete'`,
    [ownerId],
  );
  if ((count?.n ?? 0) > resourcesLimits.uploads) throw new DomainError('too_many_resources');
}
