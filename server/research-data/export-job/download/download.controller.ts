import { Controller, Param, Query, Req, Res, type StreamableFile } from '@nestjs/common';
import { z } from 'zod';
import { Id } from '../../../../contracts/base/fields';
import { studyExportFile } from '../../../../contracts/research-data/research-data';
import { DomainError } from '../../../platform/errors/errors';
import { Serves } from '../../../platform/http/operation';
import { sendRangedFile } from '../../../platform/http/files/ranged-file';
import type { HttpReply, HttpRequest } from '../../../platform/http/request';
import { RateLimit } from '../../../platform/security/rate-limit';
import { researchDataRateLimits } from '../../research-data.rate-limits';
import { DownloadAddresses } from './download-addresses';
import { DownloadRead } from './download.read';
import { exportName } from './export-name.rule';

const Signed = z.object({
  expires: z.string().regex(/^\d{1,16}$/),
  sign_in: Id,
  signature: z.string().max(100),
});

/**
 * Serves a finished export by its signed address; answers 404 for a wrong, altered or expired
 * address.
 */
@Controller()
export class DownloadController {
  constructor(
    private readonly file: DownloadRead,
    private readonly addresses: DownloadAddresses,
    private readonly limit: RateLimit,
  ) {}

  @Serves(studyExportFile)
  async read(
    @Param('id') id: string,
    @Query() query: unknown,
    @Req() request: HttpRequest,
    @Res({ passthrough: true }) reply: HttpReply,
  ): Promise<StreamableFile> {
    const signed = Signed.safeParse(query);
    if (!signed.success || !Id.safeParse(id).success || !this.addresses.isValid(id, signed.data))
      throw new DomainError('not_found');
    await this.limit.consume(researchDataRateLimits.download, id);
    const { size, ready_at, title, format } = await this.file.open(id, {
      signIn: signed.data.sign_in,
      // A HEAD request gets the size without a body.
      asks: request.method === 'HEAD' ? 'size' : 'bytes',
      requestId: request.id,
    });
    return sendRangedFile(request, reply, {
      id,
      name: exportName(title, format, ready_at),
      type: 'application/zip',
      size,
      bytes: (first, last) => this.file.bytes(id, first, last),
    });
  }
}
