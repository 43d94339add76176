import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import {
  addExternalData,
  deleteExternalData,
  listExternalData,
} from '../../../contracts/research-data/external-data';
import { CallerParam, type Caller } from '../../access/caller';
import { DomainError } from '../../platform/errors/errors';
import { Handles, replyWithStatus } from '../../platform/http/handles';
import { describeFieldError } from '../../platform/i18n/error-texts';
import { StudyGate } from '../../studies/people/study-gate';
import { mustHaveDataPermission } from '../research-data.policy';
import { AddExternalData } from './add-external-data.command';
import { DeleteExternalData } from './delete-external-data.command';
import { ExternalDataRead } from './external-data.read';

@Controller()
export class ExternalDataController {
  constructor(
    private readonly commands: CommandBus,
    private readonly gate: StudyGate,
    private readonly data: ExternalDataRead,
  ) {}

  @Handles(addExternalData)
  async add(
    { params, query, file }: EndpointInput<typeof addExternalData>,
    @CallerParam() caller: Caller,
  ) {
    await mustHaveDataPermission(this.gate, 'run', params.id, caller.person);
    if (!file) throw new DomainError('malformed_body');
    const made = await this.commands.execute(new AddExternalData(params.id, file, query, caller));
    if ('id' in made) return replyWithStatus(201, await this.data.one(params.id, made.id));
    const faults = made.check.faults.map((fault) => ({
      ...fault,
      description: describeFieldError(fault.code, caller.language),
    }));
    return replyWithStatus(200, { ...made.check, faults });
  }

  @Handles(listExternalData)
  async list(
    { params }: EndpointInput<typeof listExternalData>,
    @CallerParam() { person }: Caller,
  ) {
    await mustHaveDataPermission(this.gate, 'read_data', params.id, person);
    return { items: await this.data.ofStudy(params.id), next_cursor: null };
  }

  @Handles(deleteExternalData)
  async delete(
    { params }: EndpointInput<typeof deleteExternalData>,
    @CallerParam() caller: Caller,
  ) {
    await mustHaveDataPermission(this.gate, 'run', params.id, caller.person);
    await this.commands.execute(new DeleteExternalData(params.id, params.file, caller));
    return replyWithStatus(204);
  }
}
