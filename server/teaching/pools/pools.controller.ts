import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import { listPools, requestPooledExport } from '../../../contracts/teaching/templates';
import { CallerParam, type Caller } from '../../access/caller';
import { Handles } from '../../platform/http/handles';
import { RequestPooledExport } from '../../research-data/pools/request-pooled-export.command';
import { PoolsRead } from './pools.read';

@Controller()
export class PoolsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly pools: PoolsRead,
  ) {}

  @Handles(listPools)
  async list({ params }: EndpointInput<typeof listPools>, @CallerParam() { person }: Caller) {
    return { items: await this.pools.ofClassroom(params.id, person) };
  }

  @Handles(requestPooledExport)
  async request(
    { params, body }: EndpointInput<typeof requestPooledExport>,
    @CallerParam() caller: Caller,
  ) {
    const pool = { templateId: body.template_id, classroomId: params.id };
    await this.commands.execute(new RequestPooledExport(pool, body.format, caller));
    return this.pools.one(params.id, body.template_id, caller.person);
  }
}
