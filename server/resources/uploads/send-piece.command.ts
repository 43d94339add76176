import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { resourcesLimits } from '../../../contracts/resources/limits';
import { badField, DomainError } from '../../platform/errors/errors';
import { UploadFiles } from './upload-files';
import { CompleteUpload } from './complete-upload';
import { PieceConcurrency } from './piece-concurrency';
import { wrongOffset } from './wrong-offset';
import { UploadsStore, type UploadRecord } from './uploads.store';

/** Stores the next piece of an upload; the last piece creates the file. */
export class SendPiece extends Command<UploadRecord> {
  constructor(
    readonly uploadId: string,
    readonly ownerId: string,
    readonly offset: number,
    readonly piece: Buffer,
  ) {
    super();
  }
}

@CommandHandler(SendPiece)
export class SendPieceHandler implements ICommandHandler<SendPiece> {
  private readonly places = new PieceConcurrency({ all: 4, ofOne: 2, spare: 1 });

  constructor(
    private readonly uploads: UploadsStore,
    private readonly files: UploadFiles,
    private readonly completing: CompleteUpload,
  ) {}

  /**
   * Stores a piece. While the piece is written to disk, no database connection is in use.
   * @throws DomainError not_found, unavailable, too_large, wrong_offset, validation_failed, and the
   * errors of `CompleteUpload.finish`
   */
  async execute(asked: SendPiece): Promise<UploadRecord> {
    const { uploadId, ownerId } = asked;
    // Check first that the upload belongs to the caller. Otherwise the call could block an upload
    // of another person, since only one piece of an upload is stored at a time.
    await this.uploads.own(uploadId, ownerId);
    return this.places.during(ownerId, uploadId, async () => {
      const upload = await this.stored(await this.uploads.own(uploadId, ownerId), asked);
      return upload.stored === upload.bytes ? this.completing.finish(upload) : upload;
    });
  }

  /**
   * Stores the piece, unless an earlier call has stored it already.
   * @returns the upload with the piece
   */
  private async stored(upload: UploadRecord, { offset, piece }: SendPiece): Promise<UploadRecord> {
    const end = offset + piece.length;
    if (end > upload.bytes) throw new DomainError('too_large');
    if (upload.state !== 'open') return upload;
    await this.mustBeThere(upload);
    if (offset < upload.stored && piece.length > 0 && end <= upload.stored)
      if (await this.files.has(upload.id, offset, piece)) return upload;
    if (offset !== upload.stored) throw wrongOffset(upload.stored);
    if (piece.length === 0) return upload;
    if (piece.length < resourcesLimits.pieceBytesLeast && end < upload.bytes)
      throw badField('body', 'too_short');
    await this.files.write(upload.id, offset, piece);
    if (!(await this.uploads.grow(upload, end))) await this.hasMovedOn(upload);
    return { ...upload, stored: end };
  }

  /**
   * @throws DomainError wrong_offset where stored bytes are missing on disk: then the upload starts
   * again
   */
  private async mustBeThere(upload: UploadRecord): Promise<void> {
    if (await this.files.reach(upload.id, upload.stored)) return;
    await this.uploads.startOver(upload);
    throw wrongOffset((await this.uploads.own(upload.id, upload.owner_id)).stored);
  }

  /**
   * Called if the upload's row was not in the expected state. Then another server has stored the
   * piece, or the upload was deleted. If it was deleted, also deletes its bytes.
   * @throws DomainError wrong_offset, not_found
   */
  private async hasMovedOn({ id, owner_id }: UploadRecord): Promise<never> {
    try {
      throw wrongOffset((await this.uploads.own(id, owner_id)).stored);
    } catch (error) {
      if (error instanceof DomainError && error.code === 'not_found') await this.files.discard(id);
      throw error;
    }
  }
}
