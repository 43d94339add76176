import { Controller, Param, Query, StreamableFile } from '@nestjs/common';
import { z } from 'zod';
import { Id } from '../../../contracts/base/fields';
import { studyVersionArchive } from '../../../contracts/study-files/study-timelines';
import { DomainError } from '../../platform/errors/errors';
import { contentDispositionOf } from '../../platform/http/files/disposition';
import { Serves } from '../../platform/http/operation';
import { RateLimit } from '../../platform/security/rate-limit';
import { studyFilesRateLimits } from '../study-files.rate-limits';
import { VersionArchive } from './version-archive';

const Signed = z.object({
  reader: Id,
  expires: z.string().regex(/^\d{1,16}$/),
  signature: z.string().max(100),
  format: z.enum(['zip', 'jzip']).default('zip'),
});

/**
 * Serves archives of versions at signed addresses. A forged, altered or expired address gets
 * not_found.
 */
@Controller()
export class VersionArchiveController {
  constructor(
    private readonly archives: VersionArchive,
    private readonly limit: RateLimit,
  ) {}

  @Serves(studyVersionArchive)
  async read(@Param('id') id: string, @Query() query: unknown): Promise<StreamableFile> {
    const signed = Signed.safeParse(query);
    if (!signed.success || !Id.safeParse(id).success || !this.archives.isValid(id, signed.data))
      throw new DomainError('not_found');
    await this.limit.consume(studyFilesRateLimits.archive, id);
    const { name, stream } = await this.archives.open(id, signed.data.format, signed.data.reader);
    return new StreamableFile(stream, {
      type: 'application/zip',
      disposition: contentDispositionOf('attachment', name),
    });
  }
}
