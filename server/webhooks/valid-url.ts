import { badField } from '../platform/errors/errors';
import type { Destinations } from './delivery/destinations';

/**
 * Refuses at creation an address that can never work: of this computer or an inner network, at a port that is
 * not one of https, or unencrypted. Every connection is judged again (delivery/guarded-agent.ts).
 * @throws DomainError validation_failed
 */
export function mustBeReachable(value: string, destinations: Destinations): void {
  const { protocol, hostname, port } = new URL(value);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const isPlain = protocol === 'http:';
  const asked = Number(port || (isPlain ? 80 : 443));
  const refusal = destinations.refusal(host, asked);
  if (refusal === 'not_public') throw badField('url', refusal);
  const isNamed = destinations.isNamed(host, host, asked);
  // A dot at the end names the same host in a way that certificates do not.
  if (host.endsWith('.') || (isPlain && !isNamed)) throw badField('url', 'invalid_url');
  if (refusal) throw badField('url', refusal);
}
