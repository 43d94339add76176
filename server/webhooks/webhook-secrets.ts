import { randomBytes } from 'node:crypto';
import { formatWebhookSecret } from './delivery/signature';

/** A new secret of 256 bits, as Standard Webhooks writes it. */
export const newWebhookSecret = (): string => formatWebhookSecret(randomBytes(32));
