import { lookup, type LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import type { WebhookDestinations } from './destinations';

export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}
export class PortRefused extends Error {
  override readonly name = 'PortRefused';
}

const withoutBrackets = (host: string): string => host.replace(/^\[(.*)\]$/, '$1');

/**
 * Queries DNS servers directly. Node's `lookup` would occupy one of the two threads that a process
 * has for resolving names. So a researcher whose name server never answers could keep this program
 * from finding its database and its mail server.
 */
async function addressesOf(resolver: Resolver, host: string): Promise<LookupAddress[]> {
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const found = [
    ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 })) : []),
    ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 })) : []),
  ];
  if (found.length === 0 && v4.status === 'rejected') throw v4.reason;
  return found;
}

/**
 * Resolves a name and checks its addresses in one step, so that the client connects to the address
 * that was checked, and DNS rebinding has no effect. If one of several addresses is forbidden, the
 * host is refused. The operating system resolves the hosts that the operator named, since its hosts
 * file may contain them.
 */
const judgedLookup =
  (destinations: WebhookDestinations, resolver: Resolver, port: number): LookupFunction =>
  (host, options, callback) => {
    const judge = (found: readonly LookupAddress[]) => {
      const [first] = found;
      if (!first) callback(new Error(`${host} has no address`), '');
      else if (!found.every(({ address }) => destinations.allows(host, address, port)))
        callback(new AddressRefused(`${host} leads to an address that is not public`), '');
      else if (options.all) callback(null, [...found]);
      else callback(null, first.address, first.family);
    };
    const fail = (error: Error) => callback(error, '');
    if (destinations.isNamed(host, null, port))
      lookup(host, { ...options, all: true }, (error, found: LookupAddress[]) =>
        error ? fail(error) : judge(found),
      );
    else addressesOf(resolver, host).then(judge, fail);
  };

/**
 * Makes an HTTP client that connects only where `destinations` allows. The client checks the URL's
 * host and port before it connects, for two reasons. Node does not resolve a numeric address, so
 * the lookup would not check it. And the allowed destinations may have changed since the webhook
 * was created. The client follows no redirects, as is undici's default.
 */
export function guardedAgent(
  destinations: WebhookDestinations,
  connectMs: number,
  resolver = new Resolver({ timeout: 2_000, tries: 2 }),
): Agent {
  const connectors = new Map<number, ReturnType<typeof buildConnector>>();
  const connectorFor = (port: number) => {
    const known = connectors.get(port);
    if (known) return known;
    const made = buildConnector({
      timeout: connectMs,
      lookup: judgedLookup(destinations, resolver, port),
    });
    connectors.set(port, made);
    return made;
  };
  return new Agent({
    keepAliveTimeout: 4_000,
    maxHeaderSize: 8_192,
    connect: (options, callback) => {
      const host = withoutBrackets(options.hostname);
      const port = Number(options.port || (options.protocol === 'http:' ? 80 : 443));
      const refusal = destinations.refusal(host, port);
      if (refusal === 'not_public') callback(new AddressRefused(`${host} is not public`), null);
      else if (refusal === 'unusual_port')
        callback(new PortRefused(`port ${port} of ${host} is not one of https`), null);
      else connectorFor(port)(options, callback);
    },
  });
}
