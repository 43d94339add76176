import { Controller, Param, Query, StreamableFile } from '@nestjs/common';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import { Id } from '../../../contracts/base/fields';
import {
  readRehearsalRows,
  rehearsalExport,
} from '../../../contracts/research-data/rehearsal-data';
import { ExportFormat } from '../../../contracts/research-data/research-data';
import { CallerParam, type Caller } from '../../access/caller';
import { badField, DomainError } from '../../platform/errors/errors';
import { Handles } from '../../platform/http/handles';
import { Serves } from '../../platform/http/operation';
import { RateLimit } from '../../platform/security/rate-limit';
import { RehearsalAccess } from '../../runtime/rehearsals/rehearsal-access';
import { researchDataRateLimits } from '../research-data.rate-limits';
import { RehearsalDataRead } from './rehearsal-data.read';

/** The data that a rehearsal recorded, for the researchers of the study. */
@Controller()
export class RehearsalDataController {
  constructor(
    private readonly access: RehearsalAccess,
    private readonly data: RehearsalDataRead,
    private readonly limit: RateLimit,
  ) {}

  @Handles(readRehearsalRows)
  async rows(
    { params }: EndpointInput<typeof readRehearsalRows>,
    @CallerParam() { person }: Caller,
  ) {
    await this.mustRead(params.id, person.account_id);
    return this.data.rows(params.id);
  }

  @Serves(rehearsalExport)
  async archive(
    @Param('id') id: string,
    @Query('format') format: string | undefined,
    @CallerParam() { person, language }: Caller,
  ): Promise<StreamableFile> {
    if (!Id.safeParse(id).success) throw new DomainError('not_found');
    await this.mustRead(id, person.account_id);
    // Rehearsals cannot be exported as bundles: they are not participants' data.
    const asked = ExportFormat.exclude(['bundle']).safeParse(format ?? 'csv');
    if (!asked.success) throw badField('format', 'not_one_of');
    const { bytes, madeAt } = await this.data.archive(id, asked.data, language);
    return new StreamableFile(bytes, {
      type: 'application/zip',
      disposition: `attachment; filename="rehearsal-${madeAt.toISOString().slice(0, 10)}.zip"`,
      length: bytes.length,
    });
  }

  /** @throws DomainError not_found, too_many_requests */
  private async mustRead(id: string, accountId: string): Promise<void> {
    await this.access.must('read', id, accountId);
    await this.limit.consume(researchDataRateLimits.rehearsal, accountId);
  }
}
