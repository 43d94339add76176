import { FairQueue } from './fair-queue';

function queueOf(...waiting: (readonly [string, number])[]) {
  const queue = new FairQueue<string>();
  for (const [whose, count] of waiting)
    for (let n = 1; n <= count; n++) queue.add(whose, `${whose}${n}`);
  return queue;
}

describe('What waits in a fair queue', () => {
  it('is taken one of each before a second one of anybody', () => {
    const queue = queueOf(['a', 4], ['b', 1], ['c', 2]);
    expect(queue.take(4)).toEqual(['a1', 'b1', 'c1', 'a2']);
    expect(queue.take(10)).toEqual(['c2', 'a3', 'a4']);
    expect(queue.take(10)).toEqual([]);
  });

  it('comes in the next turn, where a turn has not room for one of each', () => {
    const queue = queueOf(['a', 3], ['b', 3], ['c', 1], ['d', 1]);
    expect(queue.take(2)).toEqual(['a1', 'b1']);
    expect(queue.take(2)).toEqual(['c1', 'd1']);
    expect(queue.size).toBe(4);
    expect(queue.take(3)).toEqual(['a2', 'b2', 'a3']);
  });

  it('waits for one turn, whoever has thousands waiting', () => {
    const queue = queueOf(['many', 5_000], ['one', 1]);
    expect(queue.take(100)).toContain('one1');
    expect(queue.size).toBe(4_901);
  });
});
