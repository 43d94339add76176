import { BlockList, isIP, isIPv6 } from 'node:net';

export type Region = 'eu' | 'us' | 'global';

/** The European Union and the rest of the European Economic Area, ISO 3166-1 (November 2026). */
const europe = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK IS LI NO'.split(
    ' ',
  ),
);

/** @param country ISO 3166-1 alpha-2, in any case; null where it is not known */
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

/** Turns an IPv4-mapped IPv6 address (`::ffff:192.0.2.1`) into the IPv4 address. */
const plainAddress = (address: string) => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');

/** Whether an address is one of these addresses, networks (CIDR) or named ranges. */
export function addressesIn(ranges: readonly string[]): (address: string | undefined) => boolean {
  const list = new BlockList();
  for (const range of ranges.flatMap((r) => named[r] ?? [r])) {
    const [address = '', bits] = range.split('/');
    if (isIP(address) === 0) continue;
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    const plain = plainAddress(address ?? '');
    return isIP(plain) !== 0 && list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
  };
}

const isPrivate = addressesIn([
  'loopback',
  'linklocal',
  'uniquelocal',
  '0.0.0.0/8',
  '100.64.0.0/10',
]);

/**
 * The IPv4 address to look up, or null: private ones belong to no country, and the embedded table
 * knows no IPv6.
 */
export function publicIpv4(address: string): string | null {
  const plain = plainAddress(address);
  return isIP(plain) === 4 && !isPrivate(plain) ? plain : null;
}
