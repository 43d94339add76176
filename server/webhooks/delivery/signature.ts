import { createHmac } from 'node:crypto';

/** A secret in the form of Standard Webhooks 1.0.0; the key is the decoded base64. */
export const formatWebhookSecret = (key: Buffer): string => `whsec_${key.toString('base64')}`;

/**
 * The headers of one attempt (Standard Webhooks 1.0.0): HMAC-SHA-256 over id, time and body. While
 * a former secret is still used, the header has one signature for each secret, separated by spaces.
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
