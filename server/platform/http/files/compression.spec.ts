import { contentEncodingFor } from './compression';

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0.5, gzip', 'gzip'],
  ['br;q=0, gzip;q=0.1', 'gzip'],
  ['*', 'br'],
  ['*;q=0.5, br;q=0', 'gzip'],
  ['identity', undefined],
  ['gzip;q=0', undefined],
  ['', undefined],
  [undefined, undefined],
])('a client that accepts %p gets %p', (accepted, encoding) => {
  expect(contentEncodingFor(accepted)).toBe(encoding);
});
