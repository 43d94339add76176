import ipaddr from 'ipaddr.js';

/**
 * A network of `CAMPUS_NETWORKS`. Rate limits are multiplied by `factor` for each of its addresses.
 */
export interface CampusNetwork {
  address: ipaddr.IPv4 | ipaddr.IPv6;
  bits: number;
  factor: number;
}
const largestFactor = 10_000;

/**
 * Parses an entry such as `10.0.0.0/8=20` or `2001:db8::/32=50`. A single address is a network with
 * one address.
 * @returns null for any other text
 */
export function parseCampusNetwork(given: string): CampusNetwork | null {
  const [, range = '', factor = ''] = /^\s*([^\s=]+)\s*=\s*(\d{1,5})\s*$/.exec(given) ?? [];
  const times = Number(factor);
  if (times < 1 || times > largestFactor) return null;
  if (ipaddr.isValidCIDR(range)) {
    const [address, bits] = ipaddr.parseCIDR(range);
    // An IPv4 address must be written with four parts, because `10/8` could mean another network.
    if (address.kind() === 'ipv4' && !ipaddr.IPv4.isValidFourPartDecimal(range.split('/')[0] ?? ''))
      return null;
    return { address, bits, factor: times };
  }
  if (ipaddr.IPv4.isValidFourPartDecimal(range))
    return { address: ipaddr.IPv4.parse(range), bits: 32, factor: times };
  return ipaddr.IPv6.isValid(range)
    ? { address: ipaddr.IPv6.parse(range), bits: 128, factor: times }
    : null;
}

/**
 * Returns the factor by which the rate limits of a network are multiplied: the factor of the
 * smallest campus network that contains it. Rate limits count a whole IPv6 /64 as one client. So a
 * campus network that is smaller than a /64 applies to the whole /64 that contains it.
 * @param network in the form that `clientNetworkOf` returns: an IPv4 address, an IPv6 /64, or a
 * text that is not an address
 */
export function rateLimitFactorOf(networks: readonly CampusNetwork[], network: string): number {
  const [text = ''] = network.split('/');
  if (networks.length === 0 || !ipaddr.isValid(text)) return 1;
  const address = ipaddr.process(text);
  const [closest] = networks
    .filter(
      (one) =>
        one.address.kind() === address.kind() &&
        // Two addresses are compared only if both are IPv4 or both are IPv6, which TypeScript
        // cannot know.
        (address as ipaddr.IPv6).match(
          one.address as ipaddr.IPv6,
          address.kind() === 'ipv6' ? Math.min(one.bits, 64) : one.bits,
        ),
    )
    .sort((a, b) => b.bits - a.bits);
  return closest?.factor ?? 1;
}
