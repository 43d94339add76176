import { randomBytes } from 'node:crypto';
import { formatWebhookSecret } from './delivery/signature';

/** Makes a new secret of 256 bits, in the form of Standard Webhooks. */
export const newWebhookSecret = (): string => formatWebhookSecret(randomBytes(32));
