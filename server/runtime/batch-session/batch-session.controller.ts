import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import {
  changeBatchDocument,
  readBatchDocument,
  readSessionBatchDocument,
} from '../../../contracts/runtime/batch-session';
import { CallerParam, type Caller } from '../../access/caller';
import { OwnParticipationRead } from '../../enrolment/participations/own-participation.read';
import { validatedJson, Handles } from '../../platform/http/handles';
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
  async read(
    { params, query }: EndpointInput<typeof readBatchDocument>,
    @CallerParam() { person }: Caller,
  ) {
    await this.own.mustBe(params.id, person.account_id);
    const { version, document } = await this.shared.ofParticipation(params.id, query.after);
    return validatedJson<typeof readBatchDocument>(withDocument({ version }, document));
  }

  @Handles(changeBatchDocument)
  async change(
    { params, body }: EndpointInput<typeof changeBatchDocument>,
    @CallerParam() { person }: Caller,
  ) {
    const change = new ChangeBatchSession(params.id, body, person.account_id);
    const { outcome, version, document } = await this.commands.execute(change);
    return validatedJson<typeof changeBatchDocument>(withDocument({ outcome, version }, document));
  }

  @Handles(readSessionBatchDocument)
  ofSession(
    { params }: EndpointInput<typeof readSessionBatchDocument>,
    @CallerParam() { person }: Caller,
  ) {
    return this.shared.ofSession(params.id, person);
  }
}

/**
 * The document is JSON text that this server wrote (change-batch-session.command.ts), so it is
 * inserted unchanged. Parsing and writing it again would cost as much as changing it, and pages ask
 * for it every few seconds.
 */
const withDocument = (answer: object, document: string | undefined): string =>
  document === undefined
    ? JSON.stringify(answer)
    : `${JSON.stringify(answer).slice(0, -1)},"document":${document}}`;
