import { Readable } from 'node:stream';
import { Controller, Param, Req, Res, StreamableFile } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Id, Sha256 } from '../../../contracts/base/fields';
import { participantRunFile, sendRunFilePiece } from '../../../contracts/runtime/run-files';
import { CallerParam, type Caller } from '../../access/caller';
import { OwnParticipationRead } from '../../enrolment/participations/own-participation.read';
import { badField, DomainError } from '../../platform/errors/errors';
import { Serves } from '../../platform/http/operation';
import type { HttpReply, HttpRequest } from '../../platform/http/request';
import { RunFilesRead } from './run-files.read';
import { StoreFilePiece } from './store-piece.command';

/** Receives and returns a participant's own files, for the page that runs their study. */
@Controller()
export class RecordingsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly own: OwnParticipationRead,
    private readonly files: RunFilesRead,
  ) {}

  @Serves(participantRunFile)
  async read(
    @Param('id') id: string,
    @Param('sha256') sha256: string,
    @CallerParam() { person }: Caller,
    @Req() { method }: HttpRequest,
    @Res({ passthrough: true }) reply: HttpReply,
  ): Promise<StreamableFile | undefined> {
    const { participationId, hash } = placeOf(id, sha256);
    await this.own.mustBe(participationId, person.account_id);
    const file = await this.files.ofParticipation(participationId, hash);
    if (!file || file.state === 'given_up') throw new DomainError('not_found');
    const isWhole = file.state === 'whole';
    void reply.header('Upload-Offset', String(file.stored));
    void reply.header('Upload-Complete', isWhole ? '?1' : '?0');
    if (method === 'HEAD') return undefined;
    if (!isWhole) throw new DomainError('data_incomplete');
    return new StreamableFile(Readable.from(this.files.pieces(file), { objectMode: false }), {
      type: 'application/octet-stream',
      length: file.bytes,
    });
  }

  @Serves(sendRunFilePiece)
  store(
    @Param('id') id: string,
    @Param('sha256') sha256: string,
    @CallerParam() { person }: Caller,
    @Req() request: HttpRequest,
    @Res({ passthrough: true }) reply: HttpReply,
  ) {
    const { participationId, hash } = placeOf(id, sha256);
    const offset = String(request.headers['upload-offset'] ?? '');
    if (!/^\d{1,9}$/.test(offset)) throw badField('Upload-Offset', 'invalid');
    if (!Buffer.isBuffer(request.body)) throw new DomainError('unsupported_media_type');
    void reply.status(200);
    return this.commands.execute(
      new StoreFilePiece(participationId, hash, Number(offset), request.body, person.account_id),
    );
  }
}

/** @throws DomainError not_found for parameters that can name no file */
function placeOf(id: string, sha256: string) {
  const [participation, hash] = [Id.safeParse(id), Sha256.safeParse(sha256)];
  if (!participation.success || !hash.success) throw new DomainError('not_found');
  return { participationId: participation.data, hash: hash.data };
}
