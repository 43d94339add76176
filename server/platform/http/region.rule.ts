import { isIP, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

export type Region = 'eu' | 'us' | 'global';

/** The European Union and the rest of the European Economic Area, ISO 3166-1 (November 2026). */
const europe = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK IS LI NO'.split(
    ' ',
  ),
);

/** @param country ISO 3166-1 alpha-2, in any case; null where it is unknown */
export function regionOf(country: string | null, fallback: Region): Region {
  const code = country?.trim().toUpperCase() ?? '';
  // XX and T1 (Tor) are what proxies send for "unknown".
  if (!/^[A-Z]{2}$/.test(code) || code === 'XX') return fallback;
  if (europe.has(code)) return 'eu';
  return code === 'US' ? 'us' : 'global';
}

/** The names that Fastify's `trustProxy` knows (proxy-addr). */
const named: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Whether an address is one of these addresses, networks (CIDR) or named ranges. */
export function addressesIn(ranges: readonly string[]): (address: string | undefined) => boolean {
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
 * The IPv4 address to look up, or null: private addresses belong to no country, and the embedded table contains no
 * IPv6.
 */
export function publicIpv4(address: string): string | null {
  // The library alone would accept `010.0.0.1` and `127.1` as addresses.
  const ip = isIP(address) === 0 ? null : ipaddr.process(address);
  return ip instanceof ipaddr.IPv4 && ip.range() === 'unicast' ? ip.toString() : null;
}
