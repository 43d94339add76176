import { DomainError } from '../../platform/errors/errors';
import { held, SessionLanes } from './session-lanes';

interface Run {
  items: string[];
  waits: boolean;
  end(answers?: unknown[]): void;
}

/** Work that ends when told; an item is `<session>:<what>`. */
function work(lanes: SessionLanes, max = 10) {
  const runs: Run[] = [];
  const ask = lanes.gather<string, unknown>({
    max,
    run: (items, waits) =>
      new Promise((resolve) =>
        runs.push({ items, waits, end: (answers = items) => resolve(answers) }),
      ),
  });
  const asked = (...items: string[]) =>
    items.map((item) => ask(item.split(':')[0] ?? '', item).catch((error: unknown) => error));
  return { runs, asked };
}

/** One turn of the event loop with all that follows from it. */
const turn = () => jest.advanceTimersByTimeAsync(0);
const itemsOf = (runs: Run[]) => runs.map(({ items }) => items);

describe('work on sessions', () => {
  let lanes: SessionLanes;
  beforeEach(() => {
    jest.useFakeTimers();
    lanes = new SessionLanes();
  });
  afterEach(() => {
    jest.useRealTimers();
  });
  const kept = () => (lanes as unknown as { queues: Map<string, unknown> }).queues.size;

  it('takes all who wait, of all free sessions; a request for a busy one waits for the next run, in order', async () => {
    const { runs, asked } = work(lanes);
    const first = asked('a:1', 'b:1', 'a:2');
    await turn();
    expect(itemsOf(runs)).toEqual([['a:1', 'a:2', 'b:1']]);
    const later = asked('a:3', 'c:1', 'a:4', 'b:2');
    await turn();
    expect(itemsOf(runs).slice(1)).toEqual([['c:1']]);
    runs[0]?.end();
    await turn();
    expect(await Promise.all(first)).toEqual(['a:1', 'b:1', 'a:2']);
    expect(itemsOf(runs).slice(2)).toEqual([['a:3', 'a:4', 'b:2']]);
    runs[1]?.end();
    runs[2]?.end();
    expect(await Promise.all(later)).toEqual(['a:3', 'c:1', 'a:4', 'b:2']);
    expect(kept()).toBe(0);
  });

  it('runs four at a time at most, and never two on the same session, whatever the kind of work', async () => {
    const [enrol, move] = [work(lanes, 1), work(lanes, 1)];
    void enrol.asked('a:1', 'b:1', 'c:1');
    void move.asked('a:2', 'd:1', 'e:1');
    await turn();
    const going = () => itemsOf([...enrol.runs, ...move.runs]).flat();
    expect(
      going()
        .map((item) => item[0])
        .sort(),
    ).toEqual(['a', 'b', 'd', 'e'].sort());
    expect(going()).toHaveLength(4);
  });

  it('fails the one whose answer is an error, and all of a run that fails', async () => {
    const { runs, asked } = work(lanes);
    const [one, two] = asked('a:1', 'a:2');
    await turn();
    runs[0]?.end([new DomainError('session_full'), 'a:2']);
    expect(await one).toMatchObject({ code: 'session_full' });
    expect(await two).toBe('a:2');
  });

  it('sets a held session aside: others go on, two at most are waited for, and all keep their order', async () => {
    const { runs, asked } = work(lanes);
    const waiting = asked('a:1', 'b:1', 'c:1', 'd:1', 'd:2');
    await turn();
    runs[0]?.end([held, held, held, 'd:1', 'd:2']);
    await turn();
    expect(runs.slice(1)).toMatchObject([
      { items: ['a:1'], waits: true },
      { items: ['b:1'], waits: true },
    ]);
    void asked('c:2', 'a:2');
    const other = asked('e:1');
    await turn();
    expect(runs.slice(3)).toMatchObject([{ items: ['e:1'], waits: false }]);
    runs[3]?.end();
    expect(await Promise.all(other)).toEqual(['e:1']);
    // The third one has no lane to wait in, so it is tried again.
    await jest.advanceTimersByTimeAsync(25);
    expect(runs.slice(4)).toMatchObject([{ items: ['c:1', 'c:2'], waits: false }]);
    runs[4]?.end();
    runs[1]?.end();
    runs[2]?.end();
    await turn();
    expect(runs.slice(5)).toMatchObject([{ items: ['a:2'], waits: false }]);
    runs[5]?.end();
    expect(await Promise.all(waiting)).toEqual(['a:1', 'b:1', 'c:1', 'd:1', 'd:2']);
    await turn();
    expect(kept()).toBe(0);
  });

  it('tells all who wait for a row to ask again once it was held for too long, and keeps none of them', async () => {
    const { runs, asked } = work(lanes);
    const first = asked('a:1', 'b:1', 'c:1');
    await turn();
    runs[0]?.end([held, held, held]);
    await turn();
    const later = asked('a:2');
    const timeout = Object.assign(new Error('canceling statement due to lock timeout'), {
      code: '55P03',
    });
    runs[1]?.end([timeout]);
    expect(await first[0]).toBe(timeout);
    expect(await later[0]).toBe(timeout);
    // Now the third one has a lane; the second is still waited for.
    await turn();
    expect(runs.at(-1)).toMatchObject({ items: ['c:1'], waits: true });
    runs.at(-1)?.end([timeout]);
    runs[2]?.end([timeout]);
    expect(await Promise.all(first)).toEqual([timeout, timeout, timeout]);
    expect(kept()).toBe(0);
  });

  it('waits for no longer than eight seconds for a lane to wait in', async () => {
    const { runs, asked } = work(lanes);
    const [, , third] = asked('a:1', 'b:1', 'c:1');
    await turn();
    runs[0]?.end([held, held, held]);
    let tried = 3;
    for (let ms = 0; ms <= 8_000; ms += 25) {
      await jest.advanceTimersByTimeAsync(25);
      if (runs.length > tried) runs[tried++]?.end([held]);
    }
    expect(tried).toBeGreaterThan(100);
    await jest.advanceTimersByTimeAsync(50);
    expect(await third).toMatchObject({ code: 'unavailable' });
  });
});
