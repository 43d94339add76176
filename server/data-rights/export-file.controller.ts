import { dataRightsRateLimits } from './data-rights.rate-limits';
import { Controller, Param, Query, Req, Res, type StreamableFile } from '@nestjs/common';
import { z } from 'zod';
import { Id } from '../../contracts/base/fields';
import { exportFileDownload } from '../../contracts/base/non-json-operations';
import { DomainError } from '../platform/errors/errors';
import { Serves } from '../platform/http/operation';
import { RateLimit } from '../platform/security/rate-limit';
import type { HttpReply, HttpRequest } from '../platform/http/request';
import { sendRangedFile } from '../platform/http/files/ranged-file';
import { ExportFileRead } from './export-file.read';
import { ExportUrls } from './export-urls';

const Signed = z.object({
  expires: z.string().regex(/^\d{1,16}$/),
  sign_in: Id,
  signature: z.string().max(100),
});

/**
 * Serves a finished export by its signed address. Answers 404 if the address is wrong, altered,
 * expired or guessed, or if the sign-in for which it was signed has ended.
 */
@Controller()
export class ExportFileController {
  constructor(
    private readonly file: ExportFileRead,
    private readonly urls: ExportUrls,
    private readonly limit: RateLimit,
  ) {}

  @Serves(exportFileDownload)
  async read(
    @Param('id') id: string,
    @Query() query: unknown,
    @Req() request: HttpRequest,
    @Res({ passthrough: true }) reply: HttpReply,
  ): Promise<StreamableFile> {
    const signed = Signed.safeParse(query);
    if (!signed.success || !Id.safeParse(id).success || !this.urls.isValid(id, signed.data))
      throw new DomainError('not_found');
    await this.limit.consume(dataRightsRateLimits.exportDownload, id);
    // A HEAD request returns the size without a body.
    const { size, ready_at } = await this.file.open(id, {
      signIn: signed.data.sign_in,
      asks: request.method === 'HEAD' ? 'size' : 'bytes',
      requestId: request.id,
    });
    return sendRangedFile(request, reply, {
      id,
      name: `commonlab-data-${ready_at.toISOString().slice(0, 10)}.zip`,
      type: 'application/zip',
      size,
      bytes: (first, last) => this.file.bytes(id, first, last),
    });
  }
}
