import { atOnce, MessagePace } from './message-pace';

let now = 0;
beforeEach(() => {
  now = 0;
  jest.useFakeTimers();
});
afterEach(() => void jest.useRealTimers());
const pass = (ms: number) => {
  now += ms;
  jest.advanceTimersByTime(ms);
};
const flooded = (count: number) => {
  const pace = new MessagePace(() => now);
  const taken: number[] = [];
  for (let n = 0; n < count; n++) pace.take(() => void taken.push(n));
  return { pace, taken };
};
const upTo = (count: number) => [...Array(count).keys()];

describe('The messages of a study', () => {
  it('are taken at once, as many as a whole study makes', () => {
    expect(flooded(atOnce).taken).toEqual(upTo(atOnce));
  });

  it('wait for their turn beyond that, in their order, and none is lost', () => {
    const { pace, taken } = flooded(atOnce + 500);
    expect(taken).toHaveLength(atOnce);
    pass(100);
    expect(taken.length).toBeGreaterThan(atOnce + 50);
    expect(taken.length).toBeLessThan(atOnce + 150);
    // What comes meanwhile is behind them.
    pace.take(() => void taken.push(-1));
    for (let n = 0; n < 10; n++) pass(100);
    expect(taken).toEqual([...upTo(atOnce + 500), -1]);
  });

  it('are taken at once again after a rest', () => {
    const { pace, taken } = flooded(atOnce + 1);
    pass(100);
    pass(60_000);
    taken.length = 0;
    for (let n = 0; n < 5_000; n++) pace.take(() => void taken.push(n));
    expect(taken).toHaveLength(5_000);
  });

  it('are not taken any more once the study is taken away, also by one of them', () => {
    const { pace, taken } = flooded(atOnce);
    pace.take(() => pace.stop());
    pace.take(() => void taken.push(-1));
    for (let n = 0; n < 10; n++) pass(100);
    expect(taken.at(-1)).toBe(atOnce - 1);
    pace.take(() => void taken.push(-2));
    expect(taken.at(-1)).toBe(-2);
  });
});
