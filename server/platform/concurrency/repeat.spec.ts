import { runRepeatedly } from './repeat';

/** Makes work whose runs end when the test says so. */
function work() {
  const ends: ((error?: Error) => void)[] = [];
  const run = () =>
    new Promise<void>((resolve, reject) =>
      ends.push((error) => (error ? reject(error) : resolve())),
    );
  return { ends, run };
}

describe('runRepeatedly', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });
  const fail = (error: unknown) => {
    throw error;
  };

  it('runs after the first delay, then each time after a pause following the previous run', async () => {
    const { ends, run } = work();
    const repetition = runRepeatedly(run, { everyMs: 100, firstMs: 10, onError: fail });
    await jest.advanceTimersByTimeAsync(9);
    expect(ends).toHaveLength(0);
    await jest.advanceTimersByTimeAsync(1);
    expect(ends).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(ends).toHaveLength(1);
    ends[0]?.();
    await jest.advanceTimersByTimeAsync(99);
    expect(ends).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(ends).toHaveLength(2);
    ends[1]?.();
    await repetition.stop();
    expect(jest.getTimerCount()).toBe(0);
  });

  it('reports a failed run and continues', async () => {
    const { ends, run } = work();
    const errors: unknown[] = [];
    const repetition = runRepeatedly(run, { everyMs: 100, onError: (error) => errors.push(error) });
    await jest.advanceTimersByTimeAsync(100);
    ends[0]?.(new Error('away'));
    await jest.advanceTimersByTimeAsync(100);
    expect(errors).toEqual([new Error('away')]);
    expect(ends).toHaveLength(2);
    ends[1]?.();
    await repetition.stop();
  });

  it('stops after the current run has ended, and starts no other', async () => {
    const { ends, run } = work();
    const repetition = runRepeatedly(run, { everyMs: 100, onError: fail });
    await jest.advanceTimersByTimeAsync(100);
    let hasStopped = false;
    const stopped = repetition.stop().then(() => (hasStopped = true));
    await jest.advanceTimersByTimeAsync(1_000);
    expect(hasStopped).toBe(false);
    ends[0]?.();
    await stopped;
    await jest.advanceTimersByTimeAsync(1_000);
    expect(ends).toHaveLength(1);
  });
});
