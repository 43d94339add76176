import { isIP } from 'node:net';
import { badField } from '../platform/http/errors';
import type { Destinations } from './delivery/destinations';

/**
 * Early words about an address that can never work: without encryption, or an address of an inner
 * network. Every connection is judged again (delivery/guarded-agent.ts).
 * @throws DomainError validation_failed
 */
export function mustBeReachable(value: string, destinations: Destinations): void {
  const { protocol, hostname } = new URL(value);
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  const isAddress = isIP(address) !== 0;
  if (isAddress && !destinations.allows(hostname, address)) throw badField('url', 'invalid_url');
  if (protocol === 'http:' && !destinations.isNamed(hostname, isAddress ? address : null))
    throw badField('url', 'invalid_url');
}
