import { rowLockedElsewhere, type BatchAnswers } from '../../platform/concurrency/batch';
import { DomainError } from '../../platform/errors/errors';
import { SessionWorkQueues } from './session-lanes';

interface Run {
  items: string[];
  waits: boolean;
  end(answers?: unknown[]): void;
}

/**
 * Makes a queue of work on sessions. Each transaction ends when the test calls its `end`. An item
 * is a text `<session>:<what>`.
 */
function work(lanes: SessionWorkQueues, max = 10) {
  const runs: Run[] = [];
  const queue = lanes.queue<string, unknown>({
    sessionOf: (item) => item.split(':')[0] ?? '',
    max,
  });
  const send = (...items: string[]) =>
    items.map((item) =>
      queue
        .load(
          item,
          (together, waits) =>
            new Promise<BatchAnswers<unknown>>((resolve) =>
              runs.push({
                items: together,
                waits,
                end: (answers = together) => resolve(answers),
              }),
            ),
        )
        .catch((error: unknown) => error),
    );
  return { runs, send };
}

/** Waits for one tick of the event loop, and for all promises that resolve in it. */
const turn = () => jest.advanceTimersByTimeAsync(0);
const itemsOf = (runs: Run[]) => runs.map(({ items }) => items);

describe('SessionWorkQueues', () => {
  let lanes: SessionWorkQueues;
  beforeEach(() => {
    jest.useFakeTimers();
    lanes = new SessionWorkQueues();
  });
  afterEach(() => {
    jest.useRealTimers();
  });
  it('processes the requests of all free sessions together; those for a busy session wait for the next transaction, in order', async () => {
    const { runs, send } = work(lanes);
    const first = send('a:1', 'b:1', 'a:2');
    await turn();
    expect(itemsOf(runs)).toEqual([['a:1', 'a:2', 'b:1']]);
    const later = send('a:3', 'c:1', 'a:4', 'b:2');
    await turn();
    expect(itemsOf(runs).slice(1)).toEqual([['c:1']]);
    runs[0]?.end();
    await turn();
    expect(await Promise.all(first)).toEqual(['a:1', 'b:1', 'a:2']);
    expect(itemsOf(runs).slice(2)).toEqual([['a:3', 'a:4', 'b:2']]);
    runs[1]?.end();
    runs[2]?.end();
    expect(await Promise.all(later)).toEqual(['a:3', 'c:1', 'a:4', 'b:2']);
    expect(lanes.size).toBe(0);
  });

  it('runs at most four transactions at a time, and never two on the same session, of whatever kinds of work', async () => {
    const [enrol, move] = [work(lanes, 1), work(lanes, 1)];
    void enrol.send('a:1', 'b:1', 'c:1');
    void move.send('a:2', 'd:1', 'e:1');
    await turn();
    const going = () => itemsOf([...enrol.runs, ...move.runs]).flat();
    expect(
      going()
        .map((item) => item[0])
        .sort(),
    ).toEqual(['a', 'b', 'd', 'e'].sort());
    expect(going()).toHaveLength(4);
  });

  it('rejects only the request for which the transaction returns an error', async () => {
    const { runs, send } = work(lanes);
    const [one, two] = send('a:1', 'a:2');
    await turn();
    runs[0]?.end([new DomainError('session_full'), 'a:2']);
    expect(await one).toMatchObject({ code: 'session_full' });
    expect(await two).toBe('a:2');
  });

  it('sets a locked session aside: other sessions proceed, at most two are waited for, and all requests keep their order', async () => {
    const { runs, send } = work(lanes);
    const waiting = send('a:1', 'b:1', 'c:1', 'd:1', 'd:2');
    await turn();
    runs[0]?.end([rowLockedElsewhere, rowLockedElsewhere, rowLockedElsewhere, 'd:1', 'd:2']);
    await turn();
    expect(runs.slice(1)).toMatchObject([
      { items: ['a:1'], waits: true },
      { items: ['b:1'], waits: true },
    ]);
    void send('c:2', 'a:2');
    const other = send('e:1');
    await turn();
    expect(runs.slice(3)).toMatchObject([{ items: ['e:1'], waits: false }]);
    runs[3]?.end();
    expect(await Promise.all(other)).toEqual(['e:1']);
    // Two transactions already wait for the rows of two locked sessions, so no transaction may wait
    // for the row of the third session. After a pause, the requests for the third session are tried
    // again.
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
    expect(lanes.size).toBe(0);
  });

  it('rejects all requests for a session, and forgets them, when its row was locked for too long', async () => {
    const { runs, send } = work(lanes);
    const first = send('a:1', 'b:1', 'c:1');
    await turn();
    runs[0]?.end([rowLockedElsewhere, rowLockedElsewhere, rowLockedElsewhere]);
    await turn();
    const later = send('a:2');
    const timeout = Object.assign(new Error('canceling statement due to lock timeout'), {
      code: '55P03',
    });
    runs[1]?.end([timeout]);
    expect(await first[0]).toBe(timeout);
    expect(await later[0]).toBe(timeout);
    // The wait for the first session has ended, so one transaction now waits for the row of the
    // third session. Another transaction still waits for the row of the second session.
    await turn();
    expect(runs.at(-1)).toMatchObject({ items: ['c:1'], waits: true });
    runs.at(-1)?.end([timeout]);
    runs[2]?.end([timeout]);
    expect(await Promise.all(first)).toEqual([timeout, timeout, timeout]);
    expect(lanes.size).toBe(0);
  });

  it('rejects a request as unavailable when every transaction for it met a lock for eight seconds', async () => {
    const { runs, send } = work(lanes);
    const [, , third] = send('a:1', 'b:1', 'c:1');
    await turn();
    runs[0]?.end([rowLockedElsewhere, rowLockedElsewhere, rowLockedElsewhere]);
    let tried = 3;
    for (let ms = 0; ms <= 8_000; ms += 25) {
      await jest.advanceTimersByTimeAsync(25);
      if (runs.length > tried) runs[tried++]?.end([rowLockedElsewhere]);
    }
    expect(tried).toBeGreaterThan(100);
    await jest.advanceTimersByTimeAsync(50);
    expect(await third).toMatchObject({ code: 'unavailable' });
  });
});
