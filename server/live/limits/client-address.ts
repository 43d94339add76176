import type { IncomingMessage } from 'node:http';
import proxyaddr from '@fastify/proxy-addr';

/**
 * Makes a function that returns the address of a WebSocket's client, by the same rule as Fastify's
 * `request.ip`: the address of the connection itself, or behind trusted proxies the last address in
 * `X-Forwarded-For` that is not one of theirs.
 */
export function clientAddress(
  trustedProxies: readonly string[],
): (request: IncomingMessage) => string {
  const trust = trustedProxies.length > 0 ? proxyaddr.compile([...trustedProxies]) : () => false;
  return (request) => proxyaddr(request, trust);
}
