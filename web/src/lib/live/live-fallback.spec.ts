import { createHttpFallback } from './live-fallback';

const world = () => {
  const state = { answers: true, seen: true, reads: 0, told: [] as boolean[] };
  const fallback = createHttpFallback({
    read: () => {
      state.reads += 1;
      return Promise.resolve(state.answers);
    },
    isSeen: () => state.seen,
    onChange: (on) => state.told.push(on),
  });
  return { state, fallback };
};
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('polling by HTTP begins after the second failed connection, two to four times a minute', async () => {
  const { state, fallback } = world();
  fallback.failed();
  await pass(60_000);
  expect(state.reads).toBe(0);
  fallback.failed();
  await pass(3_000);
  expect([state.reads, state.told]).toEqual([1, [true]]);
  fallback.failed();
  await pass(10 * 60_000);
  expect(state.reads).toBeGreaterThanOrEqual(20);
  expect(state.reads).toBeLessThanOrEqual(41);
  expect(state.told).toEqual([true]);
});

test('an opened socket ends the polling, also when a request is under way', async () => {
  const { state, fallback } = world();
  fallback.failed();
  fallback.failed();
  await pass(3_000);
  expect(fallback.isOn()).toBe(true);
  fallback.connected();
  await pass(120_000);
  expect([state.reads, fallback.isOn()]).toEqual([1, false]);

  fallback.failed();
  fallback.failed();
  jest.advanceTimersByTime(3_000);
  fallback.connected();
  await pass(0);
  expect(fallback.isOn()).toBe(false);
});

test('polling is not reported as working while the server does not respond by HTTP', async () => {
  const { state, fallback } = world();
  state.answers = false;
  fallback.failed();
  fallback.failed();
  await pass(3_000);
  expect([state.reads, state.told]).toEqual([1, []]);
  state.answers = true;
  await pass(30_000);
  expect(state.told).toEqual([true]);
  state.answers = false;
  await pass(30_000);
  expect(state.told).toEqual([true, false]);
});

test('a hidden page does not poll, and polls immediately when it is shown', async () => {
  const { state, fallback } = world();
  state.seen = false;
  fallback.failed();
  fallback.failed();
  await pass(120_000);
  expect(state.reads).toBe(0);
  state.seen = true;
  fallback.seen();
  await pass(0);
  expect(state.reads).toBe(1);
});
