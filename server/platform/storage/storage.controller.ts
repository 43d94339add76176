import { Controller, Inject, Param, Query, Req, Res, type StreamableFile } from '@nestjs/common';
import { z } from 'zod';
import { Sha256 } from '../../../contracts/base/fields';
import { storedFile } from '../../../contracts/base/non-json-operations';
import { CONFIG, type Config } from '../../config';
import { DomainError } from '../errors/errors';
import { sendRangedFile } from '../http/files/ranged-file';
import { Serves } from '../http/operation';
import type { HttpReply, HttpRequest } from '../http/request';
import { fileServingPolicyOf } from './shown-type.rule';
import { Storage } from './storage';
import { FileUrls } from './storage-url';

const Signed = z.object({
  expires: z.string().regex(/^\d{1,16}$/),
  name: z.string().max(300),
  type: z.string().max(100),
  signature: z.string().max(100),
  /**
   * Set if the browser is to show the file, in a frame of a page or in a tab of its own, instead of
   * saving it.
   */
  inline: z.literal('1').optional(),
});

/**
 * Serves stored files by signed addresses. Only the signature gives permission, so a wrong, altered
 * or expired address gets 404.
 */
@Controller()
export class StorageController {
  constructor(
    private readonly storage: Storage,
    private readonly urls: FileUrls,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Serves(storedFile)
  async read(
    @Param('sha256') sha256: string,
    @Query() query: unknown,
    @Req() request: HttpRequest,
    @Res({ passthrough: true }) reply: HttpReply,
  ): Promise<StreamableFile> {
    const signed = Signed.safeParse(query);
    if (
      !signed.success ||
      !Sha256.safeParse(sha256).success ||
      !this.urls.isValid(sha256, signed.data)
    )
      throw new DomainError('not_found');
    const size = await this.storage.sizeOf(sha256);
    if (size === undefined) throw new DomainError('not_found');
    const { name, type, inline: asks } = signed.data;
    const { inline, policy } = fileServingPolicyOf(
      type,
      asks !== undefined,
      this.config.publicWebUrl,
    );
    return sendRangedFile(request, reply, {
      id: sha256,
      name,
      type,
      size,
      bytes: (first, last) => this.bytes(sha256, first, last),
      inline,
      headers: {
        'Cache-Control': 'private, max-age=600',
        'Content-Security-Policy': policy,
        'Cross-Origin-Resource-Policy': 'cross-origin',
      },
    });
  }

  private async *bytes(sha256: string, first: number, last: number): AsyncIterable<Buffer> {
    const stream = await this.storage.bytes(sha256, first, last);
    if (!stream) throw new Error('the bytes of a stored file are gone');
    yield* stream as AsyncIterable<Buffer>;
  }
}
