import { clientNetworkOf } from '../platform/security/rate-limit';
import { parseCampusNetwork, rateLimitFactorOf, type CampusNetwork } from './campus-networks.rule';

const networks = (text: string) =>
  text.split(',').map((one) => parseCampusNetwork(one) as CampusNetwork);

describe('campus networks that the operator names', () => {
  const campus = networks(
    '10.0.0.0/8=20, 10.1.0.0/16=50,192.0.2.7=3,2001:db8::/32=40,2001:db8:5::1=9',
  );
  it.each([
    ['10.200.3.4', 20],
    ['::ffff:10.200.3.4', 20],
    ['10.1.255.1', 50],
    ['192.0.2.7', 3],
    ['192.0.2.8', 1],
    ['11.0.0.1', 1],
    ['2001:db8:ffff::9', 40],
    ['2001:db9::9', 1],
    ['2001:db8:5::2', 9],
    ['unknown', 1],
    ['', 1],
  ])('multiply the limits of %s by %d', (ip, factor) =>
    expect(rateLimitFactorOf(campus, clientNetworkOf(ip))).toBe(factor),
  );
  it('leave rate limits unchanged when none is set', () =>
    expect(rateLimitFactorOf([], '10.0.0.1')).toBe(1));

  it.each([
    '10.0.0.0/8',
    '10.0.0.0/33=2',
    '10/8=2',
    '0x0a.0.0.0/8=2',
    '10.0.0.0/8=0',
    '10.0.0.0/8=-1',
    '10.0.0.0/8=2.5',
    '10.0.0.0/8=100000',
    'campus.example=2',
    '2001:db8::/129=2',
    '=2',
    '',
  ])('%j is refused', (text) => expect(parseCampusNetwork(text)).toBeNull());
});
