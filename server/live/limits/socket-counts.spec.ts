import { liveLimits } from '../../../contracts/live/limits';
import { readConfig } from '../../config';
import { clientAddress } from './client-address';
import { SocketCounts } from './socket-counts';

const configOf = (more: Record<string, string> = {}) =>
  readConfig({
    DATABASE_URL: 'postgres://127.0.0.1/x',
    SMTP_URL: 'smtp://127.0.0.1',
    SECRET_KEY: 'a'.repeat(32),
    LIVE_SOCKETS_PER_NETWORK: '3',
    ...more,
  });
const times = <T>(n: number, make: (i: number) => T) =>
  Array.from({ length: n }, (_, i) => make(i));

describe('limits of open live connections', () => {
  it('count visitors by network, an IPv6 /64 being one network', () => {
    const counts = new SocketCounts(configOf());
    const enter = (address: string) => counts.enter({ address });
    const entered = times(3, (i) => enter(`2001:db8:1:2::${i + 1}`));
    expect(entered.every(Boolean)).toBe(true);
    expect(enter('2001:db8:1:2:ffff::9')).toBeUndefined();
    expect(enter('2001:db8:1:3::1')).toBeDefined();
    entered[0]?.();
    entered[0]?.();
    expect(enter('2001:db8:1:2:ffff::9')).toBeDefined();
    expect(enter('2001:db8:1:2:ffff::9')).toBeUndefined();
  });

  it('count signed-in people by account, however many share an address', () => {
    const counts = new SocketCounts(configOf());
    const people = times(10_000, (i) => counts.enter({ account: `account ${i}` }));
    expect(people.every(Boolean)).toBe(true);
    const open = times(liveLimits.liveSocketsPerAccount, () => counts.enter({ account: 'one' }));
    expect(open.every(Boolean)).toBe(true);
    expect(counts.enter({ account: 'one' })).toBeUndefined();
  });

  it('limit connections that have not authenticated yet, per address', () => {
    const counts = new SocketCounts(configOf());
    const arrived = times(15, () => counts.arrive('192.0.2.7'));
    expect(arrived.every(Boolean)).toBe(true);
    expect(counts.arrive('192.0.2.7')).toBeUndefined();
    expect(counts.arrive('192.0.2.8')).toBeDefined();
    arrived[3]?.();
    expect(counts.arrive('192.0.2.7')).toBeDefined();
  });

  it('remove a network from memory when it has no connections and its rate limit is full again', () => {
    const counts = new SocketCounts(configOf());
    const leave = counts.enter({ address: '192.0.2.7' });
    counts.tidy();
    expect(counts.size).toBe(1);
    leave?.();
    counts.tidy();
    expect(counts.size).toBe(0);
    times(100, () => counts.pause({ address: '192.0.2.7' }));
    counts.tidy();
    expect(counts.size).toBe(1);
  });

  it('let two hundred people behind one address watch two topics each at once', () => {
    const counts = new SocketCounts(configOf({ LIVE_SOCKETS_PER_NETWORK: '' }));
    const places = times(200, () => ({ address: '192.0.2.7' }));
    expect(places.map((place) => counts.enter(place)).every(Boolean)).toBe(true);
    const pauses = places.flatMap((place) => [counts.pause(place), counts.pause(place)]);
    expect(pauses.filter((ms) => ms > 0)).toEqual([]);
    expect(counts.pause({ address: '192.0.2.7' })).toBeGreaterThan(0);
  });

  it('do not apply when the configuration turns rate limits off, as load tests do', () => {
    const counts = new SocketCounts(configOf({ RATE_LIMITS: 'off' }));
    expect(times(500, () => counts.enter({ address: '192.0.2.7' })).every(Boolean)).toBe(true);
    expect(times(500, () => counts.arrive('192.0.2.7')).every(Boolean)).toBe(true);
  });
});

describe('address of a live connection', () => {
  const request = (remoteAddress: string, forwarded?: string) =>
    ({
      socket: { remoteAddress },
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    }) as never;

  it('is that of the connection when no proxy is trusted', () => {
    expect(clientAddress([])(request('192.0.2.7', '198.51.100.1'))).toBe('192.0.2.7');
  });

  it('is the last forwarded address that no trusted proxy added', () => {
    const addressOf = clientAddress(['loopback', '10.0.0.0/8']);
    expect(addressOf(request('127.0.0.1', '203.0.113.9, 198.51.100.1, 10.0.0.2'))).toBe(
      '198.51.100.1',
    );
    expect(addressOf(request('192.0.2.7', '198.51.100.1'))).toBe('192.0.2.7');
  });
});
