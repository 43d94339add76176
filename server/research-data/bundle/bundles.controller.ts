import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import {
  deleteImportedData,
  importStudy,
  readImportedData,
} from '../../../contracts/research-data/bundle';
import { CallerParam, type Caller } from '../../access/caller';
import { DomainError } from '../../platform/errors/errors';
import { Handles, replyWithStatus } from '../../platform/http/handles';
import { StudyGate } from '../../studies/people/study-gate';
import { mustHaveDataPermission } from '../research-data.policy';
import { DeleteImportedData } from '../imported-data/delete-imported-data.command';
import { ImportBundle } from './import-bundle.command';
import { ImportedDataRead } from '../imported-data/imported-data.read';

@Controller()
export class BundlesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly gate: StudyGate,
    private readonly imported: ImportedDataRead,
  ) {}

  @Handles(importStudy)
  async import({ file }: EndpointInput<typeof importStudy>, @CallerParam() caller: Caller) {
    if (!file) throw new DomainError('malformed_body');
    const { studyId, leftOutRules, earlier } = await this.commands.execute(
      new ImportBundle(file, caller),
    );
    return replyWithStatus(201, {
      study_id: studyId,
      left_out_rules: leftOutRules,
      data: await this.imported.ofStudy(studyId),
      earlier,
    });
  }

  @Handles(readImportedData)
  async read(
    { params }: EndpointInput<typeof readImportedData>,
    @CallerParam() { person }: Caller,
  ) {
    await mustHaveDataPermission(this.gate, 'read_data', params.id, person);
    return { data: await this.imported.ofStudy(params.id) };
  }

  @Handles(deleteImportedData)
  async delete(
    { params }: EndpointInput<typeof deleteImportedData>,
    @CallerParam() caller: Caller,
  ) {
    await mustHaveDataPermission(this.gate, 'run', params.id, caller.person);
    await this.commands.execute(new DeleteImportedData(params.id, caller));
    return replyWithStatus(204);
  }
}
