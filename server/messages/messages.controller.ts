import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Input } from '../../contracts/base/endpoint';
import { limits } from '../../contracts/base/limits';
import * as reports from '../../contracts/messages/message-reports';
import * as contract from '../../contracts/messages/messages';
import { BuildersRead } from '../access/builders.read';
import { TheCaller, type Caller } from '../access/caller';
import { Handles, replyWithStatus } from '../platform/http/handles';
import { TheIdempotencyKey } from '../platform/http/idempotency-key';
import { BroadcastMessage } from './broadcast.command';
import { BroadcastsRead } from './broadcasts.read';
import type { ConversationAddress } from './conversation';
import { InboxRead } from './inbox.read';
import { MarkRead } from './mark-read.command';
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
    private readonly builders: BuildersRead,
  ) {}

  @Handles(contract.listOwnConversations)
  listOwn({ query }: Input<typeof contract.listOwnConversations>, @TheCaller() caller: Caller) {
    return this.inbox.own(caller.person.account_id, asked(query));
  }

  @Handles(contract.listStudyConversations)
  listOfStudies(
    { query }: Input<typeof contract.listStudyConversations>,
    @TheCaller() { person }: Caller,
  ) {
    return this.inbox.ofStudies(person.account_id, asked(query));
  }

  @Handles(contract.countUnread)
  async unread(_: Input<typeof contract.countUnread>, @TheCaller() { person }: Caller) {
    const { account_id, is_researcher } = person;
    const runsStudies = is_researcher || (await this.builders.has(account_id));
    return this.inbox.unread(account_id, runsStudies);
  }

  @Handles(contract.readMessages)
  read({ params, query }: Input<typeof contract.readMessages>, @TheCaller() { person }: Caller) {
    return this.messages.of(own(params), person, asked(query));
  }

  @Handles(contract.writeMessage)
  write(
    { params, body }: Input<typeof contract.writeMessage>,
    @TheCaller() caller: Caller,
    @TheIdempotencyKey() key: Key,
  ) {
    return this.written(new WriteMessage(own(params), body, caller, key));
  }

  @Handles(contract.markRead)
  async mark({ params, body }: Input<typeof contract.markRead>, @TheCaller() caller: Caller) {
    await this.commands.execute(new MarkRead(own(params), body.position, caller));
    return replyWithStatus(204);
  }

  @Handles(reports.reportMessage)
  async report({ params, body }: Input<typeof reports.reportMessage>, @TheCaller() caller: Caller) {
    await this.commands.execute(
      new ReportMessage(own(params), params.message, body.reason, caller),
    );
    return replyWithStatus(204);
  }

  @Handles(contract.listConversations)
  list({ params, query }: Input<typeof contract.listConversations>, @TheCaller() caller: Caller) {
    return this.messages.ofSession(params.id, caller.person.account_id, asked(query));
  }

  @Handles(contract.readConversation)
  readLine(
    { params, query }: Input<typeof contract.readConversation>,
    @TheCaller() { person }: Caller,
  ) {
    return this.messages.of(line(params), person, asked(query));
  }

  @Handles(contract.writeToParticipant)
  writeLine(
    { params, body }: Input<typeof contract.writeToParticipant>,
    @TheCaller() caller: Caller,
    @TheIdempotencyKey() key: Key,
  ) {
    return this.written(new WriteMessage(line(params), body, caller, key));
  }

  @Handles(contract.markConversationRead)
  async markLine(
    { params, body }: Input<typeof contract.markConversationRead>,
    @TheCaller() caller: Caller,
  ) {
    await this.commands.execute(new MarkRead(line(params), body.position, caller));
    return replyWithStatus(204);
  }

  @Handles(reports.reportParticipantsMessage)
  async reportLine(
    { params, body }: Input<typeof reports.reportParticipantsMessage>,
    @TheCaller() caller: Caller,
  ) {
    await this.commands.execute(
      new ReportMessage(line(params), params.message, body.reason, caller),
    );
    return replyWithStatus(204);
  }

  @Handles(contract.broadcast)
  async broadcast(
    { params, body }: Input<typeof contract.broadcast>,
    @TheCaller() caller: Caller,
    @TheIdempotencyKey() key: Key,
  ) {
    const { broadcast, made } = await this.commands.execute(
      new BroadcastMessage(params.id, body, caller, key),
    );
    return made ? replyWithStatus(202, broadcast) : replyWithStatus(200, broadcast);
  }

  @Handles(contract.listBroadcasts)
  listBroadcasts(
    { params, query }: Input<typeof contract.listBroadcasts>,
    @TheCaller() { person }: Caller,
  ) {
    return this.broadcasts.ofSession(params.id, person.account_id, asked(query));
  }

  private async written(command: WriteMessage) {
    const { message, made } = await this.commands.execute(command);
    return made ? replyWithStatus(201, message) : replyWithStatus(200, message);
  }
}
