import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  deleteExport,
  listExports,
  listRosterAccesses,
  readExport,
  requestExport,
} from '../../contracts/data-rights/data-rights';
import type { Input } from '../../contracts/base/endpoint';
import { limits } from '../../contracts/base/limits';
import { TheCaller, type Caller } from '../access/caller';
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
  async request(_: Input<typeof requestExport>, @TheCaller() { person, request_id }: Caller) {
    const id = await this.commands.execute(new RequestExport(person.account_id, request_id));
    return this.exports.requested(id, person);
  }

  @Handles(listExports)
  async list(_: Input<typeof listExports>, @TheCaller() { person }: Caller) {
    return { items: await this.exports.own(person), next_cursor: null };
  }

  @Handles(readExport)
  read({ params }: Input<typeof readExport>, @TheCaller() { person }: Caller) {
    return this.exports.byId(params.id, person);
  }

  @Handles(deleteExport)
  async delete(
    { params }: Input<typeof deleteExport>,
    @TheCaller() { person, request_id }: Caller,
  ) {
    await this.commands.execute(new DeleteExport(params.id, person.account_id, request_id));
    return replyWithStatus(204);
  }

  @Handles(listRosterAccesses)
  rosterAccesses({ query }: Input<typeof listRosterAccesses>, @TheCaller() { person }: Caller) {
    return this.accesses.of(person.account_id, query.limit ?? limits.pageSize, query.cursor);
  }
}
