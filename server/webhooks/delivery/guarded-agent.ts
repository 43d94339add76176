import { lookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import type { Destinations } from './destinations';

export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

const withoutBrackets = (host: string): string => host.replace(/^\[(.*)\]$/, '$1');

/**
 * Resolves and judges in one step, so that the address which was judged is the one that is connected
 * to: a name that leads elsewhere at its next resolution gains nothing. One forbidden address among
 * several refuses the host.
 */
const judgedLookup =
  (destinations: Destinations): LookupFunction =>
  (host, options, callback) => {
    lookup(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
      const [first] = found ?? [];
      if (error || !first) {
        callback(error ?? new Error(`${host} has no address`), '');
      } else if (!found.every(({ address }) => destinations.allows(host, address))) {
        callback(new AddressRefused(`${host} leads to an address that is not public`), '');
      } else if (options.all) {
        callback(null, found);
      } else {
        callback(null, first.address, first.family);
      }
    });
  };

/**
 * Connects to what `destinations` allows and to nothing else. An address that stands in the URL is
 * judged here, because Node does not resolve it. Follows no redirects: undici does so only where it
 * is asked to.
 */
export function guardedAgent(destinations: Destinations, connectMs: number): Agent {
  const connect = buildConnector({ timeout: connectMs, lookup: judgedLookup(destinations) });
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
