import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Input } from '../../../contracts/base/endpoint';
import {
  changeBatchDocument,
  readBatchDocument,
  readSessionBatch,
} from '../../../contracts/batch-session';
import { TheCaller, type Caller } from '../../access/caller';
import { OwnParticipationRead } from '../../enrolment/participations/own-participation.read';
import { Handles } from '../../platform/http/handles';
import { BatchSessionRead } from './batch-session.read';
import { ChangeBatchSession } from './change-batch-session.command';

@Controller()
export class BatchSessionController {
  constructor(
    private readonly commands: CommandBus,
    private readonly own: OwnParticipationRead,
    private readonly shared: BatchSessionRead,
  ) {}

  @Handles(readBatchDocument)
  async read({ params, query }: Input<typeof readBatchDocument>, @TheCaller() { person }: Caller) {
    await this.own.mustBe(params.id, person.account_id);
    return this.shared.ofParticipation(params.id, query.after);
  }

  @Handles(changeBatchDocument)
  change({ params, body }: Input<typeof changeBatchDocument>, @TheCaller() { person }: Caller) {
    return this.commands.execute(new ChangeBatchSession(params.id, body, person.account_id));
  }

  @Handles(readSessionBatch)
  ofSession({ params }: Input<typeof readSessionBatch>, @TheCaller() { person }: Caller) {
    return this.shared.ofSession(params.id, person);
  }
}
