import { randomBytes } from 'node:crypto';
import { secretOf } from './delivery/signature';

/** A new secret of 256 bits, as Standard Webhooks writes it. */
export const newWebhookSecret = (): string => secretOf(randomBytes(32));
