import { Controller, Inject, Param, Query, Res, StreamableFile } from '@nestjs/common';
import { z } from 'zod';
import { Sha256 } from '../../../contracts/base/fields';
import { storedFile } from '../../../contracts/base/non-json-operations';
import { CONFIG, type Config } from '../../config';
import { dispositionOf } from '../http/files/disposition';
import { DomainError } from '../errors/errors';
import { Serves } from '../http/operation';
import type { HttpReply } from '../http/request';
import { Storage } from './storage';
import { FileUrls } from './storage-url';

const Signed = z.object({
  expires: z.string().regex(/^\d{1,16}$/),
  name: z.string().max(300),
  signature: z.string().max(100),
  /** Whether the file is shown in a frame of the reading page, or in a tab of its own, instead of saved. */
  inline: z.literal('1').optional(),
});

/**
 * Serves stored files by signed address. The signature is the permission, so a wrong, altered or expired
 * address gets 404.
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
    @Res({ passthrough: true }) reply: HttpReply,
  ): Promise<StreamableFile> {
    const signed = Signed.safeParse(query);
    if (
      !signed.success ||
      !Sha256.safeParse(sha256).success ||
      !this.urls.isValid(sha256, signed.data)
    )
      throw new DomainError('not_found');
    const file = await this.storage.open(sha256);
    if (!file) throw new DomainError('not_found');
    const { name, inline } = signed.data;
    // Strangers upload these files: a browser must never render one as a page of this origin. Where it is
    // shown, its type is fixed, so that the browser's PDF viewer gets it and nothing else; that viewer does
    // not start under a sandbox, nor where the policy bars its own styles and plugin.
    void reply.headers({
      'Cache-Control': 'private, max-age=600',
      'Content-Security-Policy': inline
        ? `frame-ancestors ${this.config.publicWebUrl}`
        : "default-src 'none'; sandbox; frame-ancestors 'none'",
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Referrer-Policy': 'no-referrer',
    });
    return new StreamableFile(file.stream, {
      type: file.type,
      length: file.size,
      disposition: dispositionOf(inline ? 'inline' : 'attachment', name),
    });
  }
}
