import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config';
import type { ResourceFileType } from '../../../contracts/resources/file-types';
import { Clock } from '../../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { Storage } from '../../platform/storage/storage';
import type { VersionContent } from '../model/add-version';
import { findEqualContentOfOwner } from '../model/known-content';
import { lockFolder } from '../model/own-folder';
import { runSeriallyForOwner } from '../model/owner-turn';
import { createFileOrVersion } from '../model/place-file';
import { resourcesTexts } from '../resources-texts';
import { typeOfFile, type TypeOfFile } from '../types/type-of-file';
import { UploadFiles } from './upload-files';
import { UploadsStore, type UploadRecord } from './uploads.store';
import { wrongOffset } from './wrong-offset';

/**
 * Creates a file from an upload whose bytes have all arrived, in three steps:
 * - The row of the upload gets the type and the state `verified`.
 * - The bytes move to their place in the storage.
 * - One transaction creates the file.
 *
 * If the process dies between two steps, the next call continues.
 */
@Injectable()
export class CompleteUpload {
  constructor(
    private readonly uploads: UploadsStore,
    private readonly files: UploadFiles,
    private readonly storage: Storage,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'clamdUrl'>,
  ) {}

  /**
   * Creates the file, or continues an attempt that was interrupted. The caller makes sure that a
   * process never runs this twice at the same time for one upload (piece-concurrency.ts).
   * @throws DomainError checksum_mismatch, unsupported_media_type, path_taken, too_many_resources,
   * too_many_file_versions, wrong_offset, not_found
   */
  async finish(upload: UploadRecord): Promise<UploadRecord> {
    const verified = upload.state === 'open' ? await this.verified(upload) : upload;
    if (verified.state === 'verified') await this.keep(verified);
    const complete = verified.state === 'complete' ? verified : await this.complete(verified);
    await this.files.discard(upload.id);
    return complete;
  }

  private async verified(upload: UploadRecord): Promise<UploadRecord> {
    if ((await this.files.sha256(upload.id, upload.bytes)) !== upload.sha256)
      return this.mismatch(upload);
    const found = await typeOfFile(this.files.pathOf(upload.id), upload.name);
    if ('refused' in found) return this.refuse(upload, found);
    if (await this.uploads.verify(upload, found.type))
      return { ...upload, state: 'verified', type: found.type };
    return this.asItIsNow(upload);
  }

  private async mismatch(upload: UploadRecord): Promise<UploadRecord> {
    if (!(await this.uploads.startOver(upload))) return this.asItIsNow(upload);
    await this.files.discard(upload.id);
    throw new DomainError('checksum_mismatch', {}, { stored_bytes: 0 });
  }

  private async refuse(
    upload: UploadRecord,
    { refused, types = [] }: Extract<TypeOfFile, { refused: unknown }>,
  ): Promise<UploadRecord> {
    if (!(await this.uploads.refuse(upload))) return this.asItIsNow(upload);
    await this.files.discard(upload.id);
    const says = resourcesTexts.sentence(`refused.${refused}`, { types: types.join(', ') });
    throw new DomainError('unsupported_media_type', {}, { reasons: [refused], says });
  }

  /**
   * Reads the upload again, because another server process has changed it first.
   * @throws DomainError wrong_offset if the upload has begun again, not_found if it was deleted
   */
  private async asItIsNow({ id, owner_id }: UploadRecord): Promise<UploadRecord> {
    const now = await this.uploads.own(id, owner_id);
    if (now.state === 'open') throw wrongOffset(now.stored);
    return now;
  }

  /**
   * Moves this process's copy of the bytes to the storage. Checks the hash of this copy first,
   * because another process may have verified the upload with another copy. Without a correct copy,
   * checks whether another process has already moved the bytes. If not, the upload starts again.
   */
  private async keep(upload: UploadRecord): Promise<void> {
    const { id, bytes, sha256 } = upload;
    const isHere =
      (await this.files.reach(id, bytes)) && (await this.files.sha256(id, bytes)) === sha256;
    const path = isHere ? this.files.pathOf(id) : undefined;
    const kept = () => this.storage.keepPieces({ path, sha256, size: bytes });
    if (await this.files.whileRoom(kept)) return;
    await this.uploads.startOver(upload);
    await this.asItIsNow(upload);
  }

  /**
   * Creates the file under the lock on the owner's files (owner-turn.ts), so that no other change
   * takes its name.
   */
  private complete({ id, owner_id, folder_id }: UploadRecord): Promise<UploadRecord> {
    return runSeriallyForOwner(
      this.unitOfWork,
      { ownerId: owner_id, requestId: null },
      async (tx) => {
        // Lock the folder before the upload, since deleting a folder deletes its uploads.
        await lockFolder(tx, folder_id);
        const upload = await this.uploads.ownLocked(tx, id, owner_id);
        if (upload.state === 'complete') return upload;
        if (upload.type === null) throw wrongOffset(upload.stored);
        return this.fileOf(tx, upload, await this.contentOf(tx, upload, upload.type));
      },
    );
  }

  private async fileOf(
    tx: Transaction,
    upload: UploadRecord,
    content: VersionContent,
  ): Promise<UploadRecord> {
    const { owner_id: ownerId, folder_id: folderId, name, replaces } = upload;
    const place = { ownerId, folderId, name, replaces };
    const file_id = await createFileOrVersion(tx, place, content, this.clock.now());
    await tx.query(
      `UPDATE research.resource_upload SET state = 'complete', file_id = $2 WHERE id = $1`,
      [upload.id, file_id],
    );
    return { ...upload, state: 'complete', file_id };
  }

  private async contentOf(
    tx: Transaction,
    { owner_id, sha256, bytes }: UploadRecord,
    type: ResourceFileType,
  ): Promise<VersionContent> {
    const known = await findEqualContentOfOwner(tx, owner_id, { sha256, bytes });
    const state = known?.state ?? (this.config.clamdUrl ? 'checking' : 'ready');
    const isRead = known?.type === type;
    return {
      sha256,
      bytes,
      type,
      state,
      facts: isRead ? known.facts : null,
      thumbnail_sha256: isRead ? known.thumbnail_sha256 : null,
    };
  }
}
