import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EndpointInput } from '../../contracts/base/endpoint';
import { limits } from '../../contracts/base/limits';
import * as reports from '../../contracts/messages/message-reports';
import * as contract from '../../contracts/messages/messages';
import { StudentBuildersRead } from '../access/builders.read';
import { CallerParam, type Caller } from '../access/caller';
import { Handles, replyWithStatus } from '../platform/http/handles';
import { IdempotencyKeyParam } from '../platform/http/idempotency-key';
import { BroadcastMessage } from './broadcast.command';
import { BroadcastsRead } from './broadcasts.read';
import type { ConversationAddress } from './conversation';
import { InboxRead } from './inbox.read';
import { MarkConversationRead } from './mark-read.command';
import { MessagesRead } from './messages.read';
import { ReportMessage } from './reports/report-message.command';
import { WriteMessage } from './write-message.command';

const asked = ({ limit, cursor }: { limit?: number | undefined; cursor?: string | undefined }) => ({
  limit: limit ?? limits.pageSize,
  cursor,
});
const own = ({ id }: { id: string }): ConversationAddress => ({ participationId: id });
const line = ({ id, entry }: { id: string; entry: string }): ConversationAddress => ({
  sessionId: id,
  entry,
});
type Key = string | null;

@Controller()
export class MessagesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly messages: MessagesRead,
    private readonly inbox: InboxRead,
    private readonly broadcasts: BroadcastsRead,
    private readonly builders: StudentBuildersRead,
  ) {}

  @Handles(contract.listParticipantConversations)
  listOwn(
    { query }: EndpointInput<typeof contract.listParticipantConversations>,
    @CallerParam() caller: Caller,
  ) {
    return this.inbox.own(caller.person.account_id, asked(query));
  }

  @Handles(contract.listStudyConversations)
  listOfStudies(
    { query }: EndpointInput<typeof contract.listStudyConversations>,
    @CallerParam() { person }: Caller,
  ) {
    return this.inbox.ofStudies(person.account_id, asked(query));
  }

  @Handles(contract.countUnread)
  async unread(_: EndpointInput<typeof contract.countUnread>, @CallerParam() { person }: Caller) {
    const { account_id, is_researcher } = person;
    const runsStudies = is_researcher || (await this.builders.has(account_id));
    return this.inbox.unread(account_id, runsStudies);
  }

  @Handles(contract.readMessages)
  read(
    { params, query }: EndpointInput<typeof contract.readMessages>,
    @CallerParam() { person }: Caller,
  ) {
    return this.messages.of(own(params), person, asked(query));
  }

  @Handles(contract.writeMessage)
  write(
    { params, body }: EndpointInput<typeof contract.writeMessage>,
    @CallerParam() caller: Caller,
    @IdempotencyKeyParam() key: Key,
  ) {
    return this.written(new WriteMessage(own(params), body, caller, key));
  }

  @Handles(contract.markRead)
  async mark(
    { params, body }: EndpointInput<typeof contract.markRead>,
    @CallerParam() caller: Caller,
  ) {
    await this.commands.execute(new MarkConversationRead(own(params), body.position, caller));
    return replyWithStatus(204);
  }

  @Handles(reports.reportMessage)
  async report(
    { params, body }: EndpointInput<typeof reports.reportMessage>,
    @CallerParam() caller: Caller,
  ) {
    await this.commands.execute(
      new ReportMessage(own(params), params.message, body.reason, caller),
    );
    return replyWithStatus(204);
  }

  @Handles(contract.listConversations)
  list(
    { params, query }: EndpointInput<typeof contract.listConversations>,
    @CallerParam() caller: Caller,
  ) {
    return this.messages.ofSession(params.id, caller.person.account_id, asked(query));
  }

  @Handles(contract.readConversation)
  readLine(
    { params, query }: EndpointInput<typeof contract.readConversation>,
    @CallerParam() { person }: Caller,
  ) {
    return this.messages.of(line(params), person, asked(query));
  }

  @Handles(contract.writeToParticipant)
  writeLine(
    { params, body }: EndpointInput<typeof contract.writeToParticipant>,
    @CallerParam() caller: Caller,
    @IdempotencyKeyParam() key: Key,
  ) {
    return this.written(new WriteMessage(line(params), body, caller, key));
  }

  @Handles(contract.markConversationRead)
  async markLine(
    { params, body }: EndpointInput<typeof contract.markConversationRead>,
    @CallerParam() caller: Caller,
  ) {
    await this.commands.execute(new MarkConversationRead(line(params), body.position, caller));
    return replyWithStatus(204);
  }

  @Handles(reports.reportParticipantsMessage)
  async reportLine(
    { params, body }: EndpointInput<typeof reports.reportParticipantsMessage>,
    @CallerParam() caller: Caller,
  ) {
    await this.commands.execute(
      new ReportMessage(line(params), params.message, body.reason, caller),
    );
    return replyWithStatus(204);
  }

  @Handles(contract.broadcast)
  async broadcast(
    { params, body }: EndpointInput<typeof contract.broadcast>,
    @CallerParam() caller: Caller,
    @IdempotencyKeyParam() key: Key,
  ) {
    const { broadcast, made } = await this.commands.execute(
      new BroadcastMessage(params.id, body, caller, key),
    );
    return made ? replyWithStatus(202, broadcast) : replyWithStatus(200, broadcast);
  }

  @Handles(contract.listBroadcasts)
  listBroadcasts(
    { params, query }: EndpointInput<typeof contract.listBroadcasts>,
    @CallerParam() { person }: Caller,
  ) {
    return this.broadcasts.ofSession(params.id, person.account_id, asked(query));
  }

  private async written(command: WriteMessage) {
    const { message, made } = await this.commands.execute(command);
    return made ? replyWithStatus(201, message) : replyWithStatus(200, message);
  }
}
