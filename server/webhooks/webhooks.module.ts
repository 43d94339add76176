import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { EnrolmentModule } from '../enrolment/enrolment.module';
import { RateLimit } from '../platform/security/rate-limit';
import { RequestWebhookDeliveryHandler } from './request-webhook-delivery.command';
import { ChangeWebhookHandler } from './change-webhook.command';
import { CreateWebhookHandler } from './create-webhook.command';
import { DeleteWebhookHandler } from './delete-webhook.command';
import { WebhookDestinations } from './delivery/destinations';
import { WebhookDeliveryQueues } from './delivery/lanes';
import { WebhookMessages } from './delivery/messages.store';
import { RenewWebhookSecretHandler } from './renew-secret.command';
import { WebhookRead } from './webhook.read';
import { WriteWebhookMessages } from './write-messages';

const shared = [WebhookRead, WebhookMessages, WebhookDeliveryQueues, WriteWebhookMessages];

/** Sends changes in studies to the researchers' own servers. */
@Module({
  imports: [CqrsModule, EnrolmentModule],
  providers: [
    CreateWebhookHandler,
    ChangeWebhookHandler,
    DeleteWebhookHandler,
    RenewWebhookSecretHandler,
    RequestWebhookDeliveryHandler,
    WebhookDestinations,
    RateLimit,
    ...shared,
  ],
  exports: shared,
})
export class WebhooksModule {}
