import { Controller, Param, StreamableFile } from '@nestjs/common';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import { IdParams } from '../../../contracts/base/fields';
import { gradebookFile, readGradebook } from '../../../contracts/teaching/credits';
import { CallerParam, type Caller } from '../../access/caller';
import { DomainError } from '../../platform/errors/errors';
import { Handles } from '../../platform/http/handles';
import { Serves } from '../../platform/http/operation';
import { gradebookCsv } from './gradebook-csv.rule';
import { GradebookRead } from './gradebook.read';

@Controller()
export class GradebookController {
  constructor(private readonly gradebook: GradebookRead) {}

  @Handles(readGradebook)
  read({ params }: EndpointInput<typeof readGradebook>, @CallerParam() { person }: Caller) {
    return this.gradebook.of(params.id, person.account_id);
  }

  @Serves(gradebookFile)
  async file(@Param() given: unknown, @CallerParam() { person }: Caller): Promise<StreamableFile> {
    const params = IdParams.safeParse(given);
    if (!params.success) throw new DomainError('not_found');
    const gradebook = await this.gradebook.of(params.data.id, person.account_id);
    const bytes = Buffer.from(gradebookCsv(gradebook));
    return new StreamableFile(bytes, {
      type: 'text/csv; charset=utf-8',
      disposition: `attachment; filename="gradebook-${gradebook.day}.csv"`,
      length: bytes.length,
    });
  }
}
