import { FairQueue } from './fair-queue';

function queueOf(...waiting: (readonly [string, number])[]) {
  const queue = new FairQueue<string>();
  for (const [whose, count] of waiting)
    for (let n = 1; n <= count; n++) queue.add(whose, `${whose}${n}`);
  return queue;
}

describe('queue that is fair to each key', () => {
  it('takes one item of each key before a second item of any key', () => {
    const queue = queueOf(['a', 4], ['b', 1], ['c', 2]);
    expect(queue.take(4)).toEqual(['a1', 'b1', 'c1', 'a2']);
    expect(queue.take(10)).toEqual(['c2', 'a3', 'a4']);
    expect(queue.take(10)).toEqual([]);
  });

  it('continues in the next call with the keys for which the previous call had no room', () => {
    const queue = queueOf(['a', 3], ['b', 3], ['c', 1], ['d', 1]);
    expect(queue.take(2)).toEqual(['a1', 'b1']);
    expect(queue.take(2)).toEqual(['c1', 'd1']);
    expect(queue.size).toBe(4);
    expect(queue.take(3)).toEqual(['a2', 'b2', 'a3']);
  });

  it('takes the single item of a key in the first round, even if another key has thousands', () => {
    const queue = queueOf(['many', 5_000], ['one', 1]);
    expect(queue.take(100)).toContain('one1');
    expect(queue.size).toBe(4_901);
  });
});
