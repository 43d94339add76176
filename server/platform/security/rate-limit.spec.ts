import { clientNetworkOf } from './rate-limit';

describe('network of an IP address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::ffff:c000:207', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('of %s is %s', (ip, network) => {
    expect(clientNetworkOf(ip)).toBe(network);
  });

  it.each(['unknown', '192.0.2.7:4711', '010.0.0.1', '127.1', ''])(
    'of an invalid address (%j) is the text itself',
    (text) => {
      expect(clientNetworkOf(text)).toBe(text);
    },
  );

  it('is the same for two IPv6 addresses of one /64, and differs for the next /64', () => {
    expect(clientNetworkOf('2001:db8:0:1::a')).toBe(clientNetworkOf('2001:db8:0:1:ffff::b'));
    expect(clientNetworkOf('2001:db8:0:1::a')).not.toBe(clientNetworkOf('2001:db8:0:2::a'));
  });
});
