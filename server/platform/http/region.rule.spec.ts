import { ipAddressMatcher, publicIpv4, regionOf } from './region.rule';

test.each([
  ['DE', 'eu'],
  ['no', 'eu'],
  ['IS', 'eu'],
  ['LI', 'eu'],
  ['US', 'us'],
  ['GB', 'global'],
  ['CH', 'global'],
  ['JP', 'global'],
])('%s is served from the region %s', (country, region) => {
  expect(regionOf(country, 'us')).toBe(region);
});

test.each([null, '', 'XX', 'T1', 'Germany', '1'])(
  'an unknown country (%j) is served from the region of this server',
  (country) => {
    expect(regionOf(country, 'eu')).toBe('eu');
  },
);

test('proxies are trusted by address, network and name', () => {
  const trusted = ipAddressMatcher([
    'loopback',
    '192.0.2.7',
    '198.51.100.0/24',
    '2001:db8::/32',
    'nonsense',
  ]);
  expect(
    ['127.0.0.1', '::1', '::ffff:127.0.0.1', '192.0.2.7', '198.51.100.200', '2001:db8::5'].map(
      trusted,
    ),
  ).toEqual(Array(6).fill(true));
  expect(['192.0.2.8', '10.0.0.1', '2001:db9::1', '', undefined, 'x'].map(trusted)).toEqual(
    Array(6).fill(false),
  );
});

test('only public IPv4 addresses are looked up', () => {
  expect(publicIpv4('::ffff:8.8.8.8')).toBe('8.8.8.8');
  expect(
    [
      '10.1.2.3',
      '127.0.0.1',
      '192.168.0.1',
      '100.64.3.3',
      '224.0.0.1',
      '2001:4860:4860::8888',
      '010.8.8.8',
      'x',
    ].map(publicIpv4),
  ).toEqual(Array(8).fill(null));
});
