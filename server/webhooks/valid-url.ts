import { badField } from '../platform/errors/errors';
import type { WebhookDestinations } from './delivery/destinations';

/**
 * Refuses, when a webhook is created or changed, a URL that can never work: on this computer or an
 * internal network, at a port that is not an https port, or unencrypted. Every connection is
 * checked again (delivery/guarded-agent.ts).
 * @throws DomainError validation_failed
 */
export function checkWebhookUrl(value: string, destinations: WebhookDestinations): void {
  const { protocol, hostname, port } = new URL(value);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const isPlain = protocol === 'http:';
  const asked = Number(port || (isPlain ? 80 : 443));
  const refusal = destinations.refusal(host, asked);
  if (refusal === 'not_public') throw badField('url', refusal);
  const isNamed = destinations.isNamed(host, host, asked);
  // A host with a trailing dot is refused: it is the same host, but certificates do not cover the
  // name.
  if (host.endsWith('.') || (isPlain && !isNamed)) throw badField('url', 'invalid_url');
  if (refusal) throw badField('url', refusal);
}
