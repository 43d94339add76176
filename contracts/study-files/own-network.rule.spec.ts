import { isLocalNetworkHost } from './own-network.rule';

const hostOf = (written: string) => new URL(`https://${written}/`).hostname;

describe('host in the participant’s own computer or network', () => {
  it.each([
    ...['localhost', 'a.localhost', 'LOCALHOST.', 'printer.local', 'db.internal', 'nas', 'r.lan'],
    ...['127.0.0.1', '127.8.9.1', '0x7f.1', '2130706433', '0.0.0.0', '10.1.2.3', '172.16.0.1'],
    ...['172.31.255.1', '192.168.1.1', '169.254.169.254', '100.64.0.1'],
    ...['[::1]', '[::]', '[fc00::1]', '[fd12:3456::1]', '[fe80::1]', '[febf::1]'],
    ...['[::ffff:127.0.0.1]', '[::ffff:192.168.0.1]', '[::ffff:10.0.0.1]'],
  ])('is recognized in any notation: %s', (host) =>
    expect(isLocalNetworkHost(hostOf(host))).toBe(true),
  );

  it.each([
    ...['data.example', 'localhost.example', 'local.example.org', 'internal.example'],
    ...['9.255.1.1', '11.0.0.1', '172.15.0.1', '172.32.0.1', '192.167.1.1', '192.169.0.1'],
    ...['169.253.1.1', '100.63.0.1', '100.128.0.1', '8.8.8.8'],
    ...['[2001:4860:4860::8888]', '[fec0::1]', '[::ffff:8.8.8.8]', '[ff02::1]'],
  ])('is not recognized in %s', (host) => expect(isLocalNetworkHost(hostOf(host))).toBe(false));
});
