import { isIP, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

export type Region = 'eu' | 'us' | 'global';

/**
 * The countries of the European Economic Area, which includes the European Union, by ISO 3166-1
 * (November 2026).
 */
const europe = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK IS LI NO'.split(
    ' ',
  ),
);

/**
 * Returns the region of a country.
 * @param country ISO 3166-1 alpha-2, in upper or lower case; null if it is unknown
 */
export function regionOf(country: string | null, fallback: Region): Region {
  const code = country?.trim().toUpperCase() ?? '';
  // Proxies send XX or T1 (Tor) if they do not know the country.
  if (!/^[A-Z]{2}$/.test(code) || code === 'XX') return fallback;
  if (europe.has(code)) return 'eu';
  return code === 'US' ? 'us' : 'global';
}

/** The ranges of addresses for which Fastify's `trustProxy` has names (proxy-addr). */
const named: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/**
 * Returns a function that checks whether an address is in a list of addresses, networks (CIDR) and
 * named ranges.
 */
export function ipAddressMatcher(
  ranges: readonly string[],
): (address: string | undefined) => boolean {
  const networks = ranges
    .flatMap((range) => named[range] ?? [range])
    .map((range) => (range.includes('/') ? range : `${range}/${isIPv6(range) ? 128 : 32}`))
    .filter((range) => ipaddr.isValidCIDR(range))
    .map((range) => ipaddr.parseCIDR(range));
  return (address = '') =>
    isIP(address) !== 0 &&
    ipaddr.subnetMatch(ipaddr.process(address), { networks }, 'none') === 'networks';
}

/**
 * Returns an IPv4 address whose country can be looked up. Returns null for a private address, which
 * belongs to no country, and for an IPv6 address, which the embedded table does not contain.
 */
export function publicIpv4(address: string): string | null {
  // `isIP` refuses addresses such as `010.0.0.1` and `127.1`, which the library would accept.
  const ip = isIP(address) === 0 ? null : ipaddr.process(address);
  return ip instanceof ipaddr.IPv4 && ip.range() === 'unicast' ? ip.toString() : null;
}
