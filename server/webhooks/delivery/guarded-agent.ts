import { lookup, type LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import type { Destinations } from './destinations';

export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

const withoutBrackets = (host: string): string => host.replace(/^\[(.*)\]$/, '$1');

/** Leads to this computer wherever it is resolved (RFC 6761, 6.3), and is no name of the DNS. */
const isLocalhost = (host: string): boolean => /(^|\.)localhost\.?$/i.test(host);

/**
 * Asks the DNS itself. `lookup` of Node would occupy one of the two threads that a process has for
 * names: a researcher whose name server never answers would keep the program from finding its
 * database and its mail server.
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
 * Resolves and judges in one step, so that the address which was judged is the one that is connected
 * to: a name that leads elsewhere at its next resolution gains nothing. One forbidden address among
 * several refuses the host. What the operator named is resolved as everything else on the computer,
 * by its file of hosts, too.
 */
const judgedLookup =
  (destinations: Destinations, resolver: Resolver): LookupFunction =>
  (host, options, callback) => {
    const judge = (found: readonly LookupAddress[]) => {
      const [first] = found;
      if (!first) callback(new Error(`${host} has no address`), '');
      else if (!found.every(({ address }) => destinations.allows(host, address)))
        callback(new AddressRefused(`${host} leads to an address that is not public`), '');
      else if (options.all) callback(null, [...found]);
      else callback(null, first.address, first.family);
    };
    const fail = (error: Error) => callback(error, '');
    if (destinations.isNamed(host, null))
      lookup(host, { ...options, all: true }, (error, found: LookupAddress[]) =>
        error ? fail(error) : judge(found),
      );
    else if (isLocalhost(host)) fail(new AddressRefused(`${host} is this computer`));
    else addressesOf(resolver, host).then(judge, fail);
  };

/**
 * Connects to what `destinations` allows and to nothing else. An address that stands in the URL is
 * judged here, because Node does not resolve it. Follows no redirects: undici does so only where it
 * is asked to.
 */
export function guardedAgent(
  destinations: Destinations,
  connectMs: number,
  resolver = new Resolver({ timeout: 2_000, tries: 2 }),
): Agent {
  const lookup = judgedLookup(destinations, resolver);
  const connect = buildConnector({ timeout: connectMs, lookup });
  return new Agent({
    keepAliveTimeout: 4_000,
    maxHeaderSize: 8_192,
    connect: (options, callback) => {
      const host = withoutBrackets(options.hostname);
      if (isIP(host) !== 0 && !destinations.allows(options.hostname, host))
        callback(new AddressRefused(`${host} is not public`), null);
      else connect(options, callback);
    },
  });
}
