import type { IncomingMessage } from 'node:http';
import proxyaddr from '@fastify/proxy-addr';

/**
 * Makes a function that returns the address of a WebSocket's client, as Fastify's `request.ip`
 * does: the address of the connection or, if that is a trusted proxy, the last address in
 * `X-Forwarded-For` that does not belong to a trusted proxy.
 */
export function clientAddress(
  trustedProxies: readonly string[],
): (request: IncomingMessage) => string {
  const trust = trustedProxies.length > 0 ? proxyaddr.compile([...trustedProxies]) : () => false;
  return (request) => proxyaddr(request, trust);
}
