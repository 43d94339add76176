import { Readable } from 'node:stream';
import { Controller, Param, StreamableFile } from '@nestjs/common';
import { Id, Sha256 } from '../../../contracts/base/fields';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import { researcherRunFile, listRunFiles } from '../../../contracts/runtime/run-files';
import { CallerParam, type Caller } from '../../access/caller';
import { DomainError } from '../../platform/errors/errors';
import { Handles } from '../../platform/http/handles';
import { Serves } from '../../platform/http/operation';
import { RunListRead } from '../run-list/run-list.read';
import { RunFilesRead } from './run-files.read';

/** Serves the files of a run to researchers who may read the records of the run. */
@Controller()
export class RunFilesController {
  constructor(
    private readonly runs: RunListRead,
    private readonly files: RunFilesRead,
  ) {}

  @Handles(listRunFiles)
  async list({ params }: EndpointInput<typeof listRunFiles>, @CallerParam() { person }: Caller) {
    const { days } = await this.runs.mustSee(params.id, person);
    return { items: await this.files.shownOfRun(params.id, days) };
  }

  @Serves(researcherRunFile)
  async read(
    @Param('id') id: string,
    @Param('sha256') sha256: string,
    @CallerParam() { person }: Caller,
  ): Promise<StreamableFile> {
    const [run, hash] = [Id.safeParse(id), Sha256.safeParse(sha256)];
    if (!run.success || !hash.success) throw new DomainError('not_found');
    const { days } = await this.runs.mustSee(run.data, person);
    const shown = await this.files.shownOfRun(run.data, days);
    const file = shown.find((one) => one.sha256 === hash.data);
    if (file?.state !== 'whole' || file.withheld) throw new DomainError('not_found');
    const place = { run_id: run.data, sha256: hash.data };
    return new StreamableFile(Readable.from(this.files.pieces(place), { objectMode: false }), {
      type: 'application/octet-stream',
      disposition: 'attachment',
      length: file.bytes,
    });
  }
}
