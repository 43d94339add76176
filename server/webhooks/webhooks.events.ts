import { z } from 'zod';
import { Id } from '../../contracts/base/fields';

const ofWebhook = z.strictObject({ account_id: Id, webhook_id: Id });

/**
 * The events of this context, with the schema of each event's data (what an event may contain:
 * contracts/base/events.ts).
 */
export const webhooksEvents = {
  'webhooks.delivery-asked': ofWebhook,
  'webhooks.webhook-disabled': ofWebhook,
} as const;

type WebhooksEvents = typeof webhooksEvents;

declare module '../../contracts/base/events' {
  interface EventSchemas extends WebhooksEvents {}
}
