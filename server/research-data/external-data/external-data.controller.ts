import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Input } from '../../../contracts/base/endpoint';
import {
  addOutsideData,
  deleteOutsideData,
  listOutsideData,
} from '../../../contracts/research-data/external-data';
import { TheCaller, type Caller } from '../../access/caller';
import { DomainError } from '../../platform/errors/errors';
import { Handles, reply } from '../../platform/http/handles';
import { describeField } from '../../platform/i18n/error-texts';
import { StudyGate } from '../../studies/people/study-gate';
import { mustExport } from '../research-data.policy';
import { AddOutsideData } from './add-external-data.command';
import { DeleteOutsideData } from './delete-external-data.command';
import { OutsideDataRead } from './external-data.read';

@Controller()
export class OutsideDataController {
  constructor(
    private readonly commands: CommandBus,
    private readonly gate: StudyGate,
    private readonly data: OutsideDataRead,
  ) {}

  @Handles(addOutsideData)
  async add({ params, query, file }: Input<typeof addOutsideData>, @TheCaller() caller: Caller) {
    await mustExport(this.gate, 'run', params.id, caller.person);
    if (!file) throw new DomainError('malformed_body');
    const made = await this.commands.execute(new AddOutsideData(params.id, file, query, caller));
    if ('id' in made) return reply(201, await this.data.one(params.id, made.id));
    const faults = made.check.faults.map((fault) => ({
      ...fault,
      description: describeField(fault.code, caller.language),
    }));
    return reply(200, { ...made.check, faults });
  }

  @Handles(listOutsideData)
  async list({ params }: Input<typeof listOutsideData>, @TheCaller() { person }: Caller) {
    await mustExport(this.gate, 'read_data', params.id, person);
    return { items: await this.data.ofStudy(params.id), next_cursor: null };
  }

  @Handles(deleteOutsideData)
  async delete({ params }: Input<typeof deleteOutsideData>, @TheCaller() caller: Caller) {
    await mustExport(this.gate, 'run', params.id, caller.person);
    await this.commands.execute(new DeleteOutsideData(params.id, params.file, caller));
    return reply(204);
  }
}
