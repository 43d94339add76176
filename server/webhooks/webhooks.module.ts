import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { EnrolmentModule } from '../enrolment/enrolment.module';
import { RateLimit } from '../platform/security/rate-limit';
import { AskDeliveryHandler } from './ask-delivery.command';
import { ChangeWebhookHandler } from './change-webhook.command';
import { CreateWebhookHandler } from './create-webhook.command';
import { DeleteWebhookHandler } from './delete-webhook.command';
import { Destinations } from './delivery/destinations';
import { WebhookLanes } from './delivery/lanes';
import { WebhookMessages } from './delivery/messages.store';
import { RenewSecretHandler } from './renew-secret.command';
import { WebhookRead } from './webhook.read';
import { WriteMessages } from './write-messages';

const shared = [WebhookRead, WebhookMessages, WebhookLanes, WriteMessages];

/** Sends changes in studies to the researchers' own servers. */
@Module({
  imports: [CqrsModule, EnrolmentModule],
  providers: [
    CreateWebhookHandler,
    ChangeWebhookHandler,
    DeleteWebhookHandler,
    RenewSecretHandler,
    AskDeliveryHandler,
    Destinations,
    RateLimit,
    ...shared,
  ],
  exports: shared,
})
export class WebhooksModule {}
