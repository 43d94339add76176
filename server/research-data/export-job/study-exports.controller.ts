import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import {
  listStudyExports,
  requestStudyExport,
} from '../../../contracts/research-data/research-data';
import { CallerParam, type Caller } from '../../access/caller';
import { Handles } from '../../platform/http/handles';
import { StudyGate } from '../../studies/people/study-gate';
import { RequestStudyExport } from './request-study-export.command';
import { mustHaveDataPermission } from '../research-data.policy';
import { StudyExportsRead } from './study-exports.read';

@Controller()
export class StudyExportsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly gate: StudyGate,
    private readonly exports: StudyExportsRead,
  ) {}

  @Handles(requestStudyExport)
  async request(
    { params, body }: EndpointInput<typeof requestStudyExport>,
    @CallerParam() caller: Caller,
  ) {
    const seesNames = await mustHaveDataPermission(
      this.gate,
      'read_data',
      params.id,
      caller.person,
    );
    const id = await this.commands.execute(
      new RequestStudyExport(params.id, body, seesNames, caller),
    );
    return this.exports.one(params.id, id, { tokenId: caller.person.token_id, seesNames });
  }

  @Handles(listStudyExports)
  async list(
    { params }: EndpointInput<typeof listStudyExports>,
    @CallerParam() { person }: Caller,
  ) {
    const seesNames = await mustHaveDataPermission(this.gate, 'read_data', params.id, person);
    const reader = { tokenId: person.token_id, seesNames };
    return { items: await this.exports.ofStudy(params.id, reader), next_cursor: null };
  }
}
