import { Controller, Param, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EndpointInput, EndpointResponseBody } from '../../../contracts/base/endpoint';
import { Id } from '../../../contracts/base/fields';
import * as contract from '../../../contracts/resources/uploads';
import { CallerParam, type Caller } from '../../access/caller';
import { badField, DomainError } from '../../platform/errors/errors';
import { freeMemoryOfBytes } from '../../platform/http/bodies/release-bytes';
import { Handles, replyWithStatus } from '../../platform/http/handles';
import { Serves } from '../../platform/http/operation';
import type { HttpReply, HttpRequest } from '../../platform/http/request';
import { UploadFiles } from './upload-files';
import { CreateUpload } from './create-upload.command';
import { SendPiece } from './send-piece.command';
import { toUploadView, UploadsStore } from './uploads.store';

/** A researcher's own uploads; the resources page of the web app calls these endpoints. */
@Controller()
export class UploadsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly uploads: UploadsStore,
    private readonly files: UploadFiles,
  ) {}

  @Handles(contract.createUpload)
  async create(
    { body }: EndpointInput<typeof contract.createUpload>,
    @CallerParam() caller: Caller,
  ) {
    const { upload, begins } = await this.commands.execute(new CreateUpload(body, caller));
    return begins
      ? replyWithStatus(201, toUploadView(upload))
      : replyWithStatus(200, toUploadView(upload));
  }

  @Handles(contract.listUploads)
  async list(
    _: EndpointInput<typeof contract.listUploads>,
    @CallerParam() { person }: Caller,
  ): Promise<EndpointResponseBody<typeof contract.listUploads>> {
    return { items: (await this.uploads.underWay(person.account_id)).map(toUploadView) };
  }

  @Handles(contract.deleteUpload)
  async giveUp(
    { params: { id } }: EndpointInput<typeof contract.deleteUpload>,
    @CallerParam() { person }: Caller,
  ): Promise<EndpointResponseBody<typeof contract.deleteUpload>> {
    if (!(await this.uploads.giveUp(id, person.account_id))) throw new DomainError('not_found');
    await this.files.discard(id);
  }

  @Serves(contract.readUpload)
  async read(
    @Param('id') id: string,
    @CallerParam() { person }: Caller,
    @Req() { method }: HttpRequest,
    @Res({ passthrough: true }) answer: HttpReply,
  ) {
    const upload = await this.uploads.own(uploadOf(id), person.account_id);
    void answer.header('Upload-Offset', String(upload.stored));
    void answer.header('Upload-Complete', upload.state === 'complete' ? '?1' : '?0');
    return method === 'HEAD' ? undefined : toUploadView(upload);
  }

  @Serves(contract.sendUploadPiece)
  async store(
    @Param('id') id: string,
    @CallerParam() { person }: Caller,
    @Req() request: HttpRequest,
    @Res({ passthrough: true }) answer: HttpReply,
  ) {
    const uploadId = uploadOf(id);
    const offset = String(request.headers['upload-offset'] ?? '');
    if (!/^\d{1,9}$/.test(offset)) throw badField('Upload-Offset', 'invalid');
    if (!Buffer.isBuffer(request.body)) throw new DomainError('unsupported_media_type');
    void answer.status(200);
    const piece = new SendPiece(uploadId, person.account_id, Number(offset), request.body);
    try {
      return toUploadView(await this.commands.execute(piece));
    } finally {
      freeMemoryOfBytes(request.body);
    }
  }
}

/**
 * Parses the id of an upload.
 * @throws DomainError not_found for a text that is no id
 */
function uploadOf(id: string): string {
  const parsed = Id.safeParse(id);
  if (!parsed.success) throw new DomainError('not_found');
  return parsed.data;
}
