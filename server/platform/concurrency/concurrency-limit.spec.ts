import { setImmediate as turn } from 'node:timers/promises';
import { ConcurrencyLimit } from './concurrency-limit';

describe('ConcurrencyLimit', () => {
  it('runs a limited number of tasks at a time, in order, and continues after a failure', async () => {
    const slots = new ConcurrencyLimit(2);
    const began: number[] = [];
    const ends: (() => void)[] = [];
    const runs = [0, 1, 2, 3].map((i) =>
      slots
        .run(async () => {
          began.push(i);
          await new Promise<void>((resolve) => ends.push(resolve));
          if (i === 1) throw new Error('broken');
          return i;
        })
        .catch((error: Error) => error.message),
    );
    await turn();
    expect(began).toEqual([0, 1]);
    ends[1]?.();
    await turn();
    expect(began).toEqual([0, 1, 2]);
    ends[0]?.();
    await turn();
    expect(began).toEqual([0, 1, 2, 3]);
    ends[2]?.();
    ends[3]?.();
    expect(await Promise.all(runs)).toEqual([0, 'broken', 2, 3]);
    expect(await slots.run(() => Promise.resolve('later'))).toBe('later');
  });
});
