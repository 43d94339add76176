import { forgetServerTime, setServerTime, serverNow } from './server-clock';

const trueTime = Date.parse('2026-11-28T12:00:00Z');
const http = (at: number) => new Date(at).toUTCString();
afterEach(() => {
  forgetServerTime();
  jest.useRealTimers();
});

test('before the first response, the browser’s clock is used', () => {
  jest.useFakeTimers({ now: trueTime });
  setServerTime(null);
  setServerTime('yesterday');
  expect(serverNow()).toBe(trueTime);
});

test.each([-26, -1, 1, 30_000])(
  'with a clock that is wrong by %d hours and then set again, the server’s time is still known',
  (hours) => {
    jest.useFakeTimers({ now: trueTime + hours * 3_600_000 });
    setServerTime(http(trueTime));
    jest.advanceTimersByTime(90_000);
    expect(serverNow()).toBe(trueTime + 90_000);
    jest.setSystemTime(trueTime - 7 * 86_400_000);
    expect(serverNow()).toBe(trueTime + 90_000);
  },
);

test('the latest response counts: a slow or cached one does not set the server’s time back', () => {
  jest.useFakeTimers({ now: 0 });
  setServerTime(http(trueTime));
  jest.advanceTimersByTime(10_000);
  setServerTime(http(trueTime + 2_000));
  expect(serverNow()).toBe(trueTime + 10_000);
  setServerTime(http(trueTime + 11_000));
  expect(serverNow()).toBe(trueTime + 11_000);
});
