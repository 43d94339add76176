import { liveLimits } from '../../../contracts/live/limits';
import { WatchQueue } from './watch-queue';

/** Makes a queue whose requests stay unanswered until the test answers them. */
function held(pause = () => 0) {
  const begun: unknown[] = [];
  const ends: (() => void)[] = [];
  const queue = new WatchQueue<string>((topic, left) => {
    begun.push(topic);
    return new Promise((done) => ends.push(() => done(`${String(topic)}${left() ? ' left' : ''}`)));
  }, pause);
  /** Adds a topic to the queue; fails if the queue is full. */
  const ask = (topic: string) => {
    const answer = queue.ask(topic);
    if (!answer) throw new Error('full');
    return answer;
  };
  return { queue, ask, begun, ends };
}
const turn = () => new Promise((done) => setImmediate(done));

describe('watch messages of one socket', () => {
  it('are handled one at a time and in order', async () => {
    const { ask, begun, ends } = held();
    const answers = [ask('a'), ask('b'), ask('c')];
    for (const topics of [['a'], ['a', 'b'], ['a', 'b', 'c']]) {
      await turn();
      expect(begun).toEqual(topics);
      ends.at(-1)?.();
    }
    expect(await Promise.all(answers)).toEqual(['a', 'b', 'c']);
  });

  it('are refused when too many wait', async () => {
    const { queue, begun } = held();
    const asked = Array.from({ length: liveLimits.liveWatchesWaiting + 2 }, (_, i) => queue.ask(i));
    expect(asked.map((answer) => answer !== undefined)).toEqual([
      ...Array<boolean>(liveLimits.liveWatchesWaiting + 1).fill(true),
      false,
    ]);
    await turn();
    expect(begun).toEqual([0]);
  });

  it('report that their topic was left before they were answered', async () => {
    const { queue, ask, ends } = held();
    const answers = [ask('a'), ask('b'), ask('a')];
    await turn();
    queue.leave('a');
    for (let i = 0; i < 3; i++) {
      ends.at(-1)?.();
      await turn();
    }
    expect(await Promise.all(answers)).toEqual(['a left', 'b', 'a left']);
    const again = queue.ask('a');
    ends.at(-1)?.();
    expect(await again).toBe('a');
  });

  it('continue after a failed message', async () => {
    const queue = new WatchQueue<string>(
      (topic) => (topic === 'a' ? Promise.reject(new Error('away')) : Promise.resolve('b')),
      () => 0,
    );
    const [a, b] = [queue.ask('a'), queue.ask('b')];
    await expect(a).rejects.toThrow('away');
    expect(await b).toBe('b');
  });

  it('wait for the rate limiter, and are dropped when the socket closes', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    try {
      const { queue, begun } = held(() => 60_000);
      void queue.ask('a');
      void queue.ask('b');
      await turn();
      expect(begun).toEqual([]);
      queue.close();
      await turn();
      expect(begun).toEqual([]);
    } finally {
      jest.useRealTimers();
    }
  });
});
