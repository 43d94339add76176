import { Controller, Get, Param, Query, Req, Res, StreamableFile } from '@nestjs/common';
import { z } from 'zod';
import { Id } from '../../contracts/fields';
import { DomainError } from '../platform/errors';
import type { HttpReply, HttpRequest } from '../platform/request';
import { ExportRead } from './export.read';
import { ExportUrls } from './export-urls';

const Signed = z.object({ expires: z.string().regex(/^\d{1,16}$/), signature: z.string().max(100) });

/** A finished copy by its signed address; one that is wrong, altered, too old or somebody's guess finds nothing. */
@Controller('api/exports')
export class ExportFileController {
  constructor(private readonly exports: ExportRead, private readonly urls: ExportUrls) {}

  @Get(':id/file')
  async read(@Param('id') id: string, @Query() query: unknown, @Req() request: HttpRequest, @Res({ passthrough: true }) reply: HttpReply): Promise<StreamableFile> {
    const signed = Signed.safeParse(query);
    if (!signed.success || !Id.safeParse(id).success || !this.urls.isValid(id, signed.data)) throw new DomainError('not_found');
    const { bytes, ready_at } = await this.exports.content(id, request.id);
    void reply.headers({ 'Cache-Control': 'no-store', 'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'", 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' });
    return new StreamableFile(bytes, { type: 'application/zip', length: bytes.length, disposition: `attachment; filename="commonlab-data-${ready_at.toISOString().slice(0, 10)}.zip"` });
  }
}
