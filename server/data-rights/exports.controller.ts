import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  deleteExport,
  listExports,
  listRosterAccesses,
  readExport,
  requestExport,
} from '../../contracts/data-rights/data-rights';
import type { EndpointInput } from '../../contracts/base/endpoint';
import { limits } from '../../contracts/base/limits';
import { CallerParam, type Caller } from '../access/caller';
import { Handles, replyWithStatus } from '../platform/http/handles';
import { DeleteExport } from './delete-export.command';
import { ExportRead } from './export.read';
import { RequestExport } from './request-export.command';
import { RosterAccessRead } from '../enrolment/rosters/roster-access.read';

@Controller()
export class ExportsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly exports: ExportRead,
    private readonly accesses: RosterAccessRead,
  ) {}

  @Handles(requestExport)
  async request(
    _: EndpointInput<typeof requestExport>,
    @CallerParam() { person, request_id }: Caller,
  ) {
    const id = await this.commands.execute(new RequestExport(person.account_id, request_id));
    return this.exports.requested(id, person);
  }

  @Handles(listExports)
  async list(_: EndpointInput<typeof listExports>, @CallerParam() { person }: Caller) {
    return { items: await this.exports.own(person), next_cursor: null };
  }

  @Handles(readExport)
  read({ params }: EndpointInput<typeof readExport>, @CallerParam() { person }: Caller) {
    return this.exports.byId(params.id, person);
  }

  @Handles(deleteExport)
  async delete(
    { params }: EndpointInput<typeof deleteExport>,
    @CallerParam() { person, request_id }: Caller,
  ) {
    await this.commands.execute(new DeleteExport(params.id, person.account_id, request_id));
    return replyWithStatus(204);
  }

  @Handles(listRosterAccesses)
  rosterAccesses(
    { query }: EndpointInput<typeof listRosterAccesses>,
    @CallerParam() { person }: Caller,
  ) {
    return this.accesses.of(person.account_id, query.limit ?? limits.pageSize, query.cursor);
  }
}
