import { isPublicAddress } from './public-address.rule';

describe('address that a webhook may connect to', () => {
  it.each(['8.8.8.8', '1.1.1.1', '172.15.255.255', '172.32.0.1', '100.128.0.1', '223.255.255.255'])(
    'includes the IPv4 address %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );
  it.each(['2606:4700::1111', '2a00:1450:4001:80e::200e', '2001:4860:4860::8888'])(
    'includes the IPv6 address %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );
});

describe('address that a webhook must not connect to', () => {
  it.each([
    ['this host', '0.0.0.0'],
    ['loopback', '127.0.0.1'],
    ['all of loopback', '127.255.255.254'],
    ['private, 10', '10.1.2.3'],
    ['private, 172', '172.31.255.255'],
    ['private, 192', '192.168.1.1'],
    ['a metadata service', '169.254.169.254'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['benchmarking', '198.19.0.1'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified in IPv6', '::'],
    ['loopback in IPv6', '::1'],
    ['loopback mapped into IPv6', '::ffff:127.0.0.1'],
    ['the same in hexadecimal', '::ffff:7f00:1'],
    ['a public address mapped into IPv6', '::ffff:8.8.8.8'],
    ['loopback, IPv4-compatible', '::127.0.0.1'],
    ['NAT64 to a metadata service', '64:ff9b::a9fe:a9fe'],
    ['local NAT64', '64:ff9b:1::1'],
    ['6to4 of loopback', '2002:7f00:1::'],
    ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
    ['documentation', '2001:db8::1'],
    ['documentation, the newer block', '3fff::1'],
    ['unique local', 'fd00:ec2::254'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['multicast in IPv6', 'ff02::1'],
    ['a public one with a zone', '2606:4700::1111%eth0'],
    ['a name', 'localhost'],
    ['no text', ''],
  ])('includes %s: %s', (_, address) => expect(isPublicAddress(address)).toBe(false));
});
