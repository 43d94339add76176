import { z } from 'zod';
import { researchersOnly } from '../base/access';
import { endpoint } from '../base/endpoint';
import {
  Id,
  IdParams,
  Instant,
  PageQuery,
  hasAnyChange,
  isOneLine,
  pageSchemaOf,
} from '../base/fields';

/**
 * The kinds of messages that a researcher's server can receive (docs/decisions/api-tokens-and-webhooks.md).
 */
export const webhookKinds = ['study.changed', 'session.changed', 'participation.changed'] as const;
export const WebhookKind = z.enum(webhookKinds);
export type WebhookKind = z.output<typeof WebhookKind>;
/**
 * The kinds of messages. `webhook.test` is sent only when the researcher presses the button for it.
 */
export const WebhookMessageKind = z.enum([...webhookKinds, 'webhook.test']);
export type WebhookMessageKind = z.output<typeof WebhookMessageKind>;

/**
 * The address of a researcher's server. It must not contain a name and password, which logs would
 * show, or a fragment, which is not sent. Whether the server may connect to it is checked at each
 * connection, since a host name may lead elsewhere later.
 */
const WebhookUrl = z
  .url({ protocol: /^https?$/, error: 'invalid_url' })
  .max(500)
  .refine(
    (value) => {
      const url = URL.parse(value);
      return (
        isOneLine(value) &&
        url !== null &&
        url.username === '' &&
        url.password === '' &&
        url.hash === ''
      );
    },
    { error: 'invalid_url' },
  );
const Kinds = z.array(WebhookKind).min(1).max(webhookKinds.length);

/**
 * Whether a webhook is active. `paused`: its researcher paused it. `disabled`: the server did so,
 * after it could not deliver any message for a day, or the receiver answered 410.
 */
export const WebhookState = z.enum(['active', 'paused', 'disabled']);
export const Webhook = z
  .object({
    _id: Id,
    url: z.string(),
    kinds: z.array(WebhookKind),
    /** The study that the webhook is about; null for all studies that the researcher may read. */
    study_id: Id.nullable(),
    state: WebhookState,
    created_at: Instant,
    /**
     * The time of the first delivery that failed after the last successful delivery. Null if no
     * delivery has failed after it.
     */
    failing_since: Instant.nullable(),
    /** Until when messages are also signed with the former secret; null if there is none. */
    former_secret_until: Instant.nullable(),
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.output<typeof Webhook>;
/** The only answer that contains the secret: `whsec_` and base64, the form of Standard Webhooks. */
export const WebhookWithSecret = Webhook.extend({ secret: z.string() }).meta({
  id: 'WebhookWithSecret',
});

/**
 * One try to deliver a message. `status` is null where the receiver did not answer; `problem` then
 * says why.
 */
export const WebhookAttempt = z
  .object({
    at: Instant,
    status: z.int().nullable(),
    problem: z
      .enum(['address_refused', 'port_refused', 'no_connection', 'too_slow', 'wrong_status'])
      .nullable(),
    /** How the receiver's answer begins; the rest of it is not stored. */
    answer: z.string(),
    duration_ms: z.int(),
  })
  .meta({ id: 'WebhookAttempt' });
export type WebhookAttempt = z.output<typeof WebhookAttempt>;
export const WebhookMessage = z
  .object({
    _id: Id,
    /** The header `webhook-id`: the same for each attempt and each redelivery. */
    webhook_id: z.string(),
    kind: WebhookMessageKind,
    state: z.enum(['waiting', 'delivered', 'failed']),
    created_at: Instant,
    /** The time of the next attempt, while the message waits. */
    next_at: Instant.nullable(),
    /** The body exactly as it was sent. */
    body: z.string(),
    /** The newest attempts, at most ten, newest first. */
    attempts: z.array(WebhookAttempt),
  })
  .meta({ id: 'WebhookMessage' });
export type WebhookMessage = z.output<typeof WebhookMessage>;

const own = { ...researchersOnly, policy: 'webhook.own' } as const;

export const listWebhooks = endpoint('GET', '/api/webhooks/', {
  summary: 'The own webhooks',
  access: researchersOnly,
  replies: { 200: pageSchemaOf(Webhook) },
  errors: ['forbidden'],
});
export const createWebhook = endpoint('POST', '/api/webhooks/', {
  summary: 'Have changes sent to a server of one’s own',
  access: { ...researchersOnly, policy: 'webhook.create' },
  body: z.strictObject({ url: WebhookUrl, kinds: Kinds, study_id: Id.nullable().default(null) }),
  replies: { 201: WebhookWithSecret },
  errors: ['forbidden', 'too_many_webhooks', 'not_found'],
});
export const changeWebhook = endpoint('PUT', '/api/webhooks/{id}/', {
  summary: 'Change, pause or resume a webhook',
  access: own,
  params: IdParams,
  body: z
    .strictObject({
      url: WebhookUrl.optional(),
      kinds: Kinds.optional(),
      state: z.enum(['active', 'paused']).optional(),
    })
    .refine(hasAnyChange, { error: 'nothing_to_change' }),
  replies: { 200: Webhook },
  errors: ['forbidden', 'not_found'],
});
export const deleteWebhook = endpoint('DELETE', '/api/webhooks/{id}/', {
  summary: 'Delete a webhook and its log',
  access: own,
  params: IdParams,
  replies: { 204: null },
  errors: ['forbidden', 'not_found'],
});
export const renewWebhookSecret = endpoint('POST', '/api/webhooks/{id}/secrets/', {
  summary: 'A new secret; the former one signs, too, for a day',
  access: own,
  params: IdParams,
  replies: { 201: WebhookWithSecret },
  errors: ['forbidden', 'not_found'],
});
export const testWebhook = endpoint('POST', '/api/webhooks/{id}/tests/', {
  summary: 'Send a test message',
  access: own,
  params: IdParams,
  replies: { 202: null },
  errors: ['forbidden', 'not_found'],
});
export const listWebhookMessages = endpoint('GET', '/api/webhooks/{id}/messages/', {
  summary: 'What was sent, newest first, with the attempts; kept for 30 days',
  access: own,
  params: IdParams,
  query: z.object(PageQuery),
  replies: { 200: pageSchemaOf(WebhookMessage) },
  errors: ['forbidden', 'not_found'],
});
export const redeliverWebhookMessage = endpoint(
  'POST',
  '/api/webhooks/{id}/messages/{message}/deliveries/',
  {
    summary: 'Send a message again, under the same webhook-id',
    access: own,
    params: z.strictObject({ id: Id, message: Id }),
    replies: { 202: null },
    errors: ['forbidden', 'not_found'],
  },
);
