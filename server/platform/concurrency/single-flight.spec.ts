import { setImmediate as turn } from 'node:timers/promises';
import { SingleFlight } from './single-flight';

/** Makes a source whose fetches end when the test says so. */
function source() {
  const ends: ((error?: Error) => void)[] = [];
  const fetch = () => {
    const n = ends.length + 1;
    return new Promise<number>((resolve, reject) =>
      ends.push((error) => (error ? reject(error) : resolve(n))),
    );
  };
  return { ends, fetch };
}

test('requests during a fetch share the next one, so that no answer is older than its request', async () => {
  const share = new SingleFlight<number>();
  const { ends, fetch } = source();
  const first = share.ask('a', fetch);
  const later = [share.ask('a', fetch), share.ask('a', fetch)];
  expect(ends).toHaveLength(1);
  ends[0]?.();
  expect(await first).toBe(1);
  await turn();
  expect(ends).toHaveLength(2);
  const latest = share.ask('a', fetch);
  ends[1]?.();
  expect(await Promise.all(later)).toEqual([2, 2]);
  await turn();
  ends[2]?.();
  expect(await latest).toBe(3);
});

test('requests with different keys do not wait for each other, and no result is kept', async () => {
  const share = new SingleFlight<number>();
  const { ends, fetch } = source();
  const answers = [share.ask('a', fetch), share.ask('b', fetch)];
  expect(ends).toHaveLength(2);
  for (const end of ends) end();
  expect(await Promise.all(answers)).toEqual([1, 2]);
  await turn();
  expect((share as unknown as { runs: Map<string, unknown> }).runs.size).toBe(0);
});

test('a failed fetch rejects only the requests that wait for it', async () => {
  const share = new SingleFlight<number>();
  const { ends, fetch } = source();
  const first = share.ask('a', fetch);
  const second = share.ask('a', fetch);
  ends[0]?.(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await turn();
  ends[1]?.();
  expect(await second).toBe(2);
});
