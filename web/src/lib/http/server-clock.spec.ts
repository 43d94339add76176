import { forgetServer, hearServer, serverNow } from './server-clock';

const trueTime = Date.parse('2026-11-28T12:00:00Z');
const http = (at: number) => new Date(at).toUTCString();
afterEach(() => {
  forgetServer();
  jest.useRealTimers();
});

test('before the server has answered, it is the browser that tells the time', () => {
  jest.useFakeTimers({ now: trueTime });
  hearServer(null);
  hearServer('yesterday');
  expect(serverNow()).toBe(trueTime);
});

test.each([-26, -1, 1, 30_000])(
  'a browser whose clock is wrong by %d hours, and is set again, knows the time of the server',
  (hours) => {
    jest.useFakeTimers({ now: trueTime + hours * 3_600_000 });
    hearServer(http(trueTime));
    jest.advanceTimersByTime(90_000);
    expect(serverNow()).toBe(trueTime + 90_000);
    jest.setSystemTime(trueTime - 7 * 86_400_000);
    expect(serverNow()).toBe(trueTime + 90_000);
  },
);

test('of several answers the latest counts: one that took long, or came from a cache, sets nothing back', () => {
  jest.useFakeTimers({ now: 0 });
  hearServer(http(trueTime));
  jest.advanceTimersByTime(10_000);
  hearServer(http(trueTime + 2_000));
  expect(serverNow()).toBe(trueTime + 10_000);
  hearServer(http(trueTime + 11_000));
  expect(serverNow()).toBe(trueTime + 11_000);
});
