import {
  controlBatchQueue,
  firstLetterOf,
  runEventLoopTurn,
} from '../../../test/support/chance/driven-queue';
import { rowLockedElsewhere } from './batch';
import { KeyedBatcher } from './keyed-batcher';

describe('KeyedBatcher', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('serves a key with few requests while another key always has more', async () => {
    const { runs, send, items } = controlBatchQueue(
      new KeyedBatcher<string>({ atOnce: 1 }).queue({ key: firstLetterOf, max: 1 }),
    );
    void send('a1', 'a2', 'a3', 'b1');
    await runEventLoopTurn();
    for (const n of [4, 5, 6]) {
      void send(`a${n}`);
      runs.at(-1)?.end();
      await runEventLoopTurn();
    }
    expect(items()).toEqual(['a1', 'b1', 'a2', 'a3']);
  });

  it('serves each queue in turn while another queue always has more', async () => {
    const batcher = new KeyedBatcher<string>({ atOnce: 1 });
    const [one, two] = [
      controlBatchQueue(batcher.queue({ key: firstLetterOf, max: 1 })),
      controlBatchQueue(batcher.queue({ key: firstLetterOf, max: 1 })),
    ];
    void one.send('a1', 'b1', 'c1');
    void two.send('d1', 'e1');
    await runEventLoopTurn();
    one.runs[0]?.end();
    await runEventLoopTurn();
    expect([one.items(), two.items()]).toEqual([['a1'], ['d1']]);
    two.runs[0]?.end();
    await runEventLoopTurn();
    expect([one.items(), two.items()]).toEqual([['a1', 'b1'], ['d1']]);
  });

  it('separates kinds, limits the items of a key, and splits batches at the size limit', async () => {
    const queue = new KeyedBatcher<string>({ atOnce: 9 }).queue<string, string>({
      key: firstLetterOf,
      max: 9,
      maxPerKey: 1,
      kind: (item) => item.includes('!'),
      size: ({ length }) => length,
      maxSize: 5,
    });
    const { send, items } = controlBatchQueue(queue);
    void send('a1', 'a2', 'b1', 'c!', 'd1', 'e23456789');
    await runEventLoopTurn();
    expect(items()).toEqual(['a1 b1', 'c!', 'd1', 'e23456789']);
    expect(queue.countOf('a')).toBe(1);
  });

  it('rejects an item that is locked elsewhere when the batcher has no locked rows', async () => {
    const batcher = new KeyedBatcher<string>({ atOnce: 1 });
    const { runs, send, items } = controlBatchQueue(batcher.queue({ key: firstLetterOf, max: 9 }));
    const [first, second] = send('a1', 'a2');
    await runEventLoopTurn();
    runs[0]?.end([rowLockedElsewhere, 'a2']);
    await runEventLoopTurn();
    expect(batcher.size).toBe(0);
    expect(await first).toMatchObject({ message: expect.stringContaining('no locked rows') });
    expect(await second).toBe('a2');
    expect(items()).toEqual(['a1 a2']);
  });

  it('waits for further requests before a batch when `gatherMs` is set', async () => {
    const { runs, send, items } = controlBatchQueue(
      new KeyedBatcher<string>({ atOnce: 1, gatherMs: 10 }).queue({ key: firstLetterOf, max: 9 }),
    );
    void send('a1');
    await jest.advanceTimersByTimeAsync(9);
    void send('b1');
    await jest.advanceTimersByTimeAsync(1);
    expect(items()).toEqual(['a1 b1']);
    void send('c1');
    runs[0]?.end();
    await jest.advanceTimersByTimeAsync(9);
    expect(runs).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(items()).toEqual(['a1 b1', 'c1']);
  });

  it('finishes its batches and refuses all other requests when it is closed', async () => {
    const batcher = new KeyedBatcher<string>({ atOnce: 1 });
    const { runs, send } = controlBatchQueue(batcher.queue({ key: firstLetterOf, max: 1 }));
    const [running, waiting, other] = send('a1', 'a2', 'b1');
    await runEventLoopTurn();
    let isClosed = false;
    const closed = batcher.close().then(() => (isClosed = true));
    await runEventLoopTurn();
    expect(await waiting).toMatchObject({ code: 'unavailable' });
    expect(await other).toMatchObject({ code: 'unavailable' });
    expect(await send('c1')[0]).toMatchObject({ code: 'unavailable' });
    expect(isClosed).toBe(false);
    runs[0]?.end();
    expect(await running).toBe('a1');
    await closed;
    expect(runs).toHaveLength(1);
    expect(batcher.size).toBe(0);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('leaves no timer when it is closed while it waits for further requests', async () => {
    const batcher = new KeyedBatcher<string>({ atOnce: 1, gatherMs: 10_000 });
    const { send } = controlBatchQueue(batcher.queue({ key: firstLetterOf, max: 9 }));
    const [waiting] = send('a1');
    expect(jest.getTimerCount()).toBe(1);
    await batcher.close();
    expect(jest.getTimerCount()).toBe(0);
    expect(await waiting).toMatchObject({ code: 'unavailable' });
  });

  it('resolves idle() when the last request has its answer', async () => {
    const batcher = new KeyedBatcher<string>({ atOnce: 1 });
    const { runs, send } = controlBatchQueue(batcher.queue({ key: firstLetterOf, max: 1 }));
    await batcher.idle();
    void send('a1', 'a2');
    let isIdle = false;
    const idle = batcher.idle().then(() => (isIdle = true));
    await runEventLoopTurn();
    runs[0]?.end();
    await runEventLoopTurn();
    expect(isIdle).toBe(false);
    runs[1]?.end();
    await idle;
    expect(batcher.size).toBe(0);
  });
});
