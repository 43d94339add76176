import { BlockList, isIP } from 'node:net';

const refused = new BlockList();
/**
 * The blocks of the IANA special-purpose registries that are not globally reachable (RFC 6890 and
 * its updates), and multicast. 169.254.0.0/16 holds the metadata services of clouds.
 */
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  refused.addSubnet(network, bits, 'ipv4');
/**
 * Refused ranges within 2000::/3, the only part of IPv6 that is assigned for public use. The ranges
 * are, in order: protocol assignments (with Teredo), examples, 6to4, and further examples.
 */
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  refused.addSubnet(network, bits, 'ipv6');

const handedOut = new BlockList();
handedOut.addSubnet('2000::', 3, 'ipv6');

/**
 * Whether a researcher may have this server connect to an address. Everything outside of 2000::/3
 * is refused, including loopback, link-local, unique local, multicast, IPv4 mapped into IPv6, and
 * NAT64, whose gateway would lead to any IPv4 address.
 * @param address as the resolver or the URL writes it, without brackets; an address with a zone
 * counts as local
 */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !refused.check(address, 'ipv4');
    case 6:
      return (
        !address.includes('%') &&
        handedOut.check(address, 'ipv6') &&
        !refused.check(address, 'ipv6')
      );
    default:
      return false;
  }
}
