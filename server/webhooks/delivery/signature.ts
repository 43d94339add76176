import { createHmac } from 'node:crypto';

/** Writes a key as a secret of Standard Webhooks 1.0.0: a prefix and the key in base64. */
export const formatWebhookSecret = (key: Buffer): string => `whsec_${key.toString('base64')}`;

/**
 * Signs one attempt by HMAC-SHA-256 over id, time and body, and returns its headers (Standard
 * Webhooks 1.0.0). While a former secret is still valid, the signature header has one signature for
 * each secret, separated by spaces.
 * @param secrets as `formatWebhookSecret` writes them
 */
export function signedHeaders(
  id: string,
  body: string,
  secrets: readonly string[],
  at: Date,
): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1000).toString();
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
