import { parseWebhookDestination } from './allowed-destination.rule';

describe('entry of WEBHOOK_ALLOW', () => {
  it.each([
    ['Lab.Example', { host: 'lab.example', network: null, port: null }],
    ['lab.example:8080', { host: 'lab.example', network: null, port: 8080 }],
    ['localhost:*', { host: 'localhost', network: null, port: 'any' }],
    ['10.0.0.5', { host: null, network: { address: '10.0.0.5', bits: 32 }, port: null }],
    ['10.0.0.0/8:25', { host: null, network: { address: '10.0.0.0', bits: 8 }, port: 25 }],
    ['fd00::/8', { host: null, network: { address: 'fd00::', bits: 8 }, port: null }],
    ['[fd00::1]:8080', { host: null, network: { address: 'fd00::1', bits: 128 }, port: 8080 }],
    ['[::1]', { host: null, network: { address: '::1', bits: 128 }, port: null }],
  ])('%s is parsed', (text, read) => {
    expect(parseWebhookDestination(text)).toEqual(read);
  });

  it.each([
    ...['', ':80', 'a b', '-a', 'a-', '10.0.0.0/33', '10.0.0.0/8/8', 'lab.example/8', 'a:b'],
    ...[
      'lab.example:0',
      'lab.example:65536',
      '[lab.example]',
      '[::1',
      'https://lab.example',
      'a:1:2',
    ],
  ])('%j is refused', (text) => {
    expect(parseWebhookDestination(text)).toBeNull();
  });
});
