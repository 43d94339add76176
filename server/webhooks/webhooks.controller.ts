import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EndpointInput } from '../../contracts/base/endpoint';
import { limits } from '../../contracts/base/limits';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listWebhookMessages,
  listWebhooks,
  redeliverWebhookMessage,
  renewWebhookSecret,
  testWebhook,
} from '../../contracts/webhooks/webhooks';
import { CallerParam, type Caller } from '../access/caller';
import { Handles, replyWithStatus } from '../platform/http/handles';
import { RequestWebhookDelivery } from './request-webhook-delivery.command';
import { ChangeWebhook } from './change-webhook.command';
import { CreateWebhook } from './create-webhook.command';
import { DeleteWebhook } from './delete-webhook.command';
import { RenewWebhookSecret } from './renew-secret.command';
import { WebhookRead } from './webhook.read';

@Controller()
export class WebhooksController {
  constructor(
    private readonly commands: CommandBus,
    private readonly webhooks: WebhookRead,
  ) {}

  @Handles(listWebhooks)
  async list(_: EndpointInput<typeof listWebhooks>, @CallerParam() { person }: Caller) {
    return { items: await this.webhooks.own(person.account_id), next_cursor: null };
  }

  @Handles(createWebhook)
  async create(
    { body }: EndpointInput<typeof createWebhook>,
    @CallerParam() { person: { account_id }, request_id }: Caller,
  ) {
    const { id, secret } = await this.commands.execute(
      new CreateWebhook(account_id, body, request_id),
    );
    return { ...(await this.webhooks.byId(id, account_id)), secret };
  }

  @Handles(changeWebhook)
  async change(
    { params: { id }, body }: EndpointInput<typeof changeWebhook>,
    @CallerParam() { person: { account_id }, request_id }: Caller,
  ) {
    await this.commands.execute(new ChangeWebhook(id, account_id, body, request_id));
    return this.webhooks.byId(id, account_id);
  }

  @Handles(deleteWebhook)
  async delete(
    { params: { id } }: EndpointInput<typeof deleteWebhook>,
    @CallerParam() { person, request_id }: Caller,
  ) {
    await this.commands.execute(new DeleteWebhook(id, person.account_id, request_id));
    return replyWithStatus(204);
  }

  @Handles(renewWebhookSecret)
  async renew(
    { params: { id } }: EndpointInput<typeof renewWebhookSecret>,
    @CallerParam() { person: { account_id }, request_id }: Caller,
  ) {
    const secret = await this.commands.execute(new RenewWebhookSecret(id, account_id, request_id));
    return { ...(await this.webhooks.byId(id, account_id)), secret };
  }

  @Handles(testWebhook)
  async test(
    { params: { id } }: EndpointInput<typeof testWebhook>,
    @CallerParam() { person, request_id }: Caller,
  ) {
    await this.commands.execute(
      new RequestWebhookDelivery(id, null, person.account_id, request_id),
    );
    return replyWithStatus(202);
  }

  @Handles(listWebhookMessages)
  messages(
    { params: { id }, query }: EndpointInput<typeof listWebhookMessages>,
    @CallerParam() { person }: Caller,
  ) {
    return this.webhooks.messages(id, person.account_id, {
      limit: query.limit ?? limits.pageSize,
      cursor: query.cursor,
    });
  }

  @Handles(redeliverWebhookMessage)
  async redeliver(
    { params: { id, message } }: EndpointInput<typeof redeliverWebhookMessage>,
    @CallerParam() { person, request_id }: Caller,
  ) {
    await this.commands.execute(
      new RequestWebhookDelivery(id, message, person.account_id, request_id),
    );
    return replyWithStatus(202);
  }
}
