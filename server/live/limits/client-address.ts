import type { IncomingMessage } from 'node:http';
import proxyaddr from '@fastify/proxy-addr';

/**
 * The address of a WebSocket's client, by the same rule as Fastify's `request.ip`: the connection's
 * own, and behind trusted proxies the last one in `X-Forwarded-For` that is not theirs.
 */
export function clientAddress(
  trustedProxies: readonly string[],
): (request: IncomingMessage) => string {
  const trust = trustedProxies.length > 0 ? proxyaddr.compile([...trustedProxies]) : () => false;
  return (request) => proxyaddr(request, trust);
}
