import { listParticipations } from '../../../../contracts/enrolment/participations';
import { ApiError, call } from './api';
import { shouldRetryQuery } from '../query-client';
import { replaceFetch } from '../../test/fake-server';

/** A server that accepts the request, but sends no response until the client aborts. */
const silent = (_: string, { signal }: RequestInit) =>
  new Promise((_resolve, reject) =>
    signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError'))),
  );
const hang = () => {
  replaceFetch(silent);
};
beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('an unresponsive server is reported after 20 seconds, and the call is not retried', async () => {
  hang();
  const error = call(listParticipations).catch((e: unknown) => e);
  const settled = jest.fn();
  void error.then(settled);
  await jest.advanceTimersByTimeAsync(19_900);
  expect(settled).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(200);
  expect(await error).toMatchObject({ status: 0, code: 'no_answer' });
  expect([
    shouldRetryQuery(0, new ApiError(0, 'no_answer', '')),
    shouldRetryQuery(0, new ApiError(0, 'unreachable', '')),
  ]).toEqual([false, true]);
});

test.each([
  [13_000, false],
  [500, true],
])('a 503 after %i ms is retried: %s', async (ms, again) => {
  replaceFetch(async () => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return {
      ok: false,
      status: 503,
      headers: { get: (name: string) => (name === 'content-type' ? 'application/json' : null) },
      text: () => Promise.resolve('{"status":503,"code":"unavailable","description":"Away."}'),
    };
  });
  const error = call(listParticipations).catch((e: unknown) => e);
  await jest.advanceTimersByTimeAsync(ms + 100);
  expect(await error).toMatchObject({ status: 503, code: 'unavailable' });
  expect(shouldRetryQuery(0, (await error) as Error)).toBe(again);
});

test('a response that begins but never ends counts as no response', async () => {
  replaceFetch((url, init) =>
    Promise.resolve({
      ok: true,
      status: 200,
      headers: { get: () => null },
      text: () => silent(url, init),
    }),
  );
  const error = call(listParticipations).catch((e: unknown) => e);
  await jest.advanceTimersByTimeAsync(20_100);
  expect(await error).toMatchObject({ code: 'no_answer' });
});

test('an aborted call is not an API error, and a failed connection is unreachable', async () => {
  hang();
  const own = new AbortController();
  const broken = call(listParticipations, {}, { signal: own.signal }).catch((e: unknown) => e);
  own.abort();
  expect(await broken).not.toBeInstanceOf(ApiError);
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  expect(await call(listParticipations).catch((e: unknown) => e)).toMatchObject({
    status: 0,
    code: 'unreachable',
  });
  expect(jest.getTimerCount()).toBe(0);
});
