import { HashingQueue, type HashingLane } from './hashing-queue';

const limits = { atOnce: 2, perAccount: 4, longestWaitMs: 10_000 };
const of = (network: string, account: string, hasLeft = () => false): HashingLane => ({
  network,
  account,
  hasLeft,
});

/**
 * Fills all places of a queue until `letGo` is called, and records the order in which the waiting
 * calls get their places.
 */
function busyQueue(of: typeof limits = limits) {
  const queue = new HashingQueue(of);
  const order: string[] = [];
  let letGo = () => {};
  const busy = new Promise<void>((resolve) => (letGo = resolve));
  const holders = Array.from({ length: of.atOnce }, () =>
    queue.run({ network: 'busy', account: null }, () => busy),
  );
  const wait = (name: string, waits: HashingLane) =>
    queue.run(waits, () => {
      order.push(name);
      return Promise.resolve(name);
    });
  return { queue, order, wait, letGo: () => (letGo(), Promise.all(holders)) };
}

describe('The queue of password hashing', () => {
  it('runs two calls at a time, and frees the place of a call that fails', async () => {
    const queue = new HashingQueue(limits);
    let running = 0;
    let most = 0;
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, (_, i) =>
        queue.run(of('one', `account ${i}`), async () => {
          most = Math.max(most, ++running);
          await Promise.resolve();
          running--;
          if (i === 3) throw new Error('broken');
        }),
      ),
    );
    expect(most).toBe(2);
    expect(results.filter((r) => r.status === 'rejected')).toHaveLength(1);
    await expect(queue.run(of('one', 'a'), () => Promise.resolve('free'))).resolves.toBe('free');
  });

  it('alternates between networks, and between the accounts of a network', async () => {
    const { order, wait, letGo } = busyQueue({ ...limits, atOnce: 1 });
    const all = [
      ...[1, 2, 3].map((i) => wait(`crowd ada ${i}`, of('crowd', 'ada'))),
      ...[1, 2].map((i) => wait(`crowd bob ${i}`, of('crowd', 'bob'))),
      wait('home eve 1', of('home', 'eve')),
      wait('home eve 2', of('home', 'eve')),
    ];
    await letGo();
    await Promise.all(all);
    expect(order).toEqual([
      'crowd ada 1',
      'home eve 1',
      'crowd bob 1',
      'home eve 2',
      'crowd ada 2',
      'crowd bob 2',
      'crowd ada 3',
    ]);
  });

  it('lets at most four calls for the same account from the same network wait, and any number of calls without an account', async () => {
    const { wait, letGo } = busyQueue();
    const four = [1, 2, 3, 4].map((i) => wait(`${i}`, of('one', 'ada')));
    await expect(wait('fifth', of('one', 'ada'))).rejects.toMatchObject({
      code: 'too_many_requests',
      extra: { retryAfter: 1 },
    });
    const others = [wait('bob', of('one', 'bob')), wait('ada elsewhere', of('two', 'ada'))];
    const none = Array.from({ length: 9 }, () => wait('none', { network: 'one', account: null }));
    await letGo();
    await Promise.all([...four, ...others, ...none]);
  });

  it('refuses a call that would wait ten seconds and tells it how long to wait; accepts one from a different network', async () => {
    // With an assumed 50 ms for each hash and two hashes at a time, 400 waiting hashes take ten
    // seconds.
    const { wait, letGo } = busyQueue();
    const crowd = Array.from({ length: 399 }, (_, i) => wait(`${i}`, of('crowd', `account ${i}`)));
    const refused = Array.from({ length: 2 }, (_, i) => wait('late', of('crowd', `late ${i}`)));
    const outcomes = await Promise.allSettled(refused.slice(1));
    expect(outcomes[0]).toMatchObject({
      status: 'rejected',
      reason: { code: 'unavailable', extra: { retryAfter: 1 } },
    });
    const home = wait('home', of('home', 'eve'));
    await letGo();
    await Promise.all([...crowd, refused[0], home]);
  });

  it('skips calls whose client has disconnected, which take no place', async () => {
    const { order, wait, letGo } = busyQueue();
    let left = false;
    const gone = [1, 2, 3, 4].map((i) =>
      wait(
        `gone ${i}`,
        of('one', 'ada', () => left),
      ),
    );
    const outcomes = Promise.allSettled(gone);
    left = true;
    const stays = wait('stays', of('one', 'ada'));
    await letGo();
    await stays;
    expect(order).toEqual(['stays']);
    expect((await outcomes).every(({ status }) => status === 'rejected')).toBe(true);
  });

  it('skips a call whose client disconnects just before its turn', async () => {
    const { order, wait, letGo } = busyQueue();
    let left = false;
    const gone = wait(
      'gone',
      of('one', 'ada', () => left),
    );
    const stays = wait('stays', of('two', 'bob'));
    left = true;
    await Promise.all([letGo(), stays, expect(gone).rejects.toBeDefined()]);
    expect(order).toEqual(['stays']);
  });
});
