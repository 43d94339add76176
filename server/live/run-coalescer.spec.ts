import { setTimeout as wait } from 'node:timers/promises';
import { printSeededRandom } from '../../test/support/chance/seeded';
import { CallCoalescer } from './run-coalescer';

interface Run {
  key: string;
  began: number;
  saw: number;
}

describe('sending the live updates of one session, at a limited rate,', () => {
  const intervalMs = 100;
  /** Makes a coalescer. Each run records when it began, and how many changes there were by then. */
  const counting = (lastsMs = 0) => {
    const runs: Run[] = [];
    const state = { changes: 0 };
    const coalesce = new CallCoalescer(async (key) => {
      runs.push({ key, began: Date.now(), saw: state.changes });
      if (lastsMs > 0) await wait(lastsMs);
    }, intervalMs);
    const change = (key = 'a') => {
      state.changes++;
      return coalesce.request(key);
    };
    return { runs, state, change };
  };
  // Stops the clock. A run that happens although no time passes was started immediately, even on a
  // slow machine.
  const stopped = () => jest.useFakeTimers({ now: 1_000_000 });
  afterEach(() => {
    jest.useRealTimers();
  });
  const gaps = (runs: Run[]) => runs.slice(1).map((run, i) => run.began - (runs[i]?.began ?? 0));

  it('runs immediately for the first change', async () => {
    stopped();
    const { runs, change } = counting();
    await change();
    expect(runs).toHaveLength(1);
  });

  it('runs at most ten times a second for five hundred changes, and always includes the last change', async () => {
    const { runs, state, change } = counting();
    const asked: Promise<void>[] = [];
    const began = Date.now();
    while (asked.length < 500) {
      asked.push(change());
      if (asked.length % 25 === 0) await wait(20);
    }
    await Promise.all(asked);
    const seconds = (Date.now() - began) / 1000;
    expect(runs.length).toBeLessThanOrEqual(seconds * 10 + 2);
    expect(Math.min(...gaps(runs))).toBeGreaterThanOrEqual(intervalMs - 2);
    expect(runs.at(-1)?.saw).toBe(state.changes);
  });

  it('resolves only after a run that began after the change, also when runs last longer than the interval', async () => {
    const { runs, state, change } = counting(250);
    const { random } = printSeededRandom('the moments of the changes');
    const pauses = Array.from({ length: 12 }, () => random() * 600);
    await Promise.all(
      pauses.map(async (pause) => {
        await wait(pause);
        const answered = change();
        const mine = state.changes;
        await answered;
        expect(runs.some((run) => run.saw >= mine)).toBe(true);
      }),
    );
    expect(runs.at(-1)?.saw).toBe(12);
  });

  it('runs immediately again after a quiet time', async () => {
    const time = stopped();
    const { runs, change } = counting();
    await change();
    time.advanceTimersByTime(intervalMs);
    await change();
    expect(runs).toHaveLength(2);
  });

  it('does not make one session wait for another', async () => {
    stopped();
    const { runs, change } = counting();
    await Promise.all(['a', 'b', 'c', 'd'].map((key) => change(key)));
    expect(runs.map((run) => run.key).sort()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('rejects the requests that wait for a failed run, and continues with the next run', async () => {
    let fails = true;
    const coalesce = new CallCoalescer(
      () => (fails ? Promise.reject(new Error('away')) : Promise.resolve()),
      20,
    );
    await expect(coalesce.request('a')).rejects.toThrow('away');
    fails = false;
    await coalesce.request('a');
  });
});
