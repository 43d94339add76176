import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import { limits } from '../../../contracts/base/limits';
import {
  decideMessageReport,
  listMessageReports,
} from '../../../contracts/messages/message-reports';
import { CallerParam, type Caller } from '../../access/caller';
import { Handles } from '../../platform/http/handles';
import { DecideMessageReport } from './decide-report.command';
import { MessageReportsRead } from './message-reports.read';

@Controller()
export class MessageReportsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly reports: MessageReportsRead,
  ) {}

  @Handles(listMessageReports)
  list({ query: { limit, cursor } }: EndpointInput<typeof listMessageReports>) {
    return this.reports.list({ limit: limit ?? limits.pageSize, cursor });
  }

  @Handles(decideMessageReport)
  decide(
    { params, body }: EndpointInput<typeof decideMessageReport>,
    @CallerParam() caller: Caller,
  ) {
    return this.commands.execute(new DecideMessageReport(params.id, body.decision, caller));
  }
}
