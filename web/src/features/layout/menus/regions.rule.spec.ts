/** @jest-environment <rootDir>/scripts/jest/node-environment.cjs */
import { regionOf, regionSiteUrl, regionFromHeader } from './regions.rule';

const at = (hostname: string, port = '') => ({ protocol: 'https:', hostname, port });

test('the region is the first label of the host name, otherwise global', () => {
  expect(
    ['eu.lab.org', 'US.lab.org', 'lab.org', 'www.lab.org', 'localhost', 'europe.lab.org'].map(
      regionOf,
    ),
  ).toEqual(['eu', 'us', 'global', 'global', 'global', 'global']);
});
test('the visitor’s region is read from the header, otherwise it is the US', () =>
  expect(['eu', 'us', 'global', 'mars', '', null].map(regionFromHeader)).toEqual([
    'eu',
    'us',
    'global',
    'us',
    'us',
    'us',
  ]));
test('the address of a different region is the same site under the region’s label', () => {
  expect(regionSiteUrl('us', at('eu.lab.org'))).toBe('https://us.lab.org/');
  expect(regionSiteUrl('global', at('eu.lab.org'))).toBe('https://lab.org/');
  expect(regionSiteUrl('eu', at('www.lab.org', '3000'))).toBe('https://eu.lab.org:3000/');
});
test('an IP address has no regions', () =>
  expect([regionSiteUrl('eu', at('127.0.0.1')), regionSiteUrl('eu', at('[::1]'))]).toEqual([
    null,
    null,
  ]));
