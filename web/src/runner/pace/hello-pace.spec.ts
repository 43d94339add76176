import { HelloMessagePace, helloBurstSize } from './hello-pace';

let now = 0;
beforeEach(() => {
  now = 0;
  jest.useFakeTimers();
});
afterEach(() => void jest.useRealTimers());
const pass = (ms: number) => {
  for (let passed = 0; passed < ms; passed += 50) {
    now += 50;
    jest.advanceTimersByTime(50);
  }
};
const greeted = () => {
  const pace = new HelloMessagePace(() => now);
  const answered: number[] = [];
  return { pace, answered, hello: (n: number) => pace.take(() => void answered.push(n)) };
};

describe('the hello messages of a study’s pages', () => {
  it('are answered immediately at the usual rate', () => {
    const { answered, hello } = greeted();
    for (let n = 0; n < 20; n++) {
      hello(n);
      expect(answered.at(-1)).toBe(n);
      pass(300);
    }
  });

  it('are answered a few times a second when they flood, and the last one is answered', () => {
    const { answered, hello } = greeted();
    for (let n = 0; n < 100_000; n++) {
      hello(n);
      if (n % 1_000 === 999) pass(50);
    }
    // The number of greetings that are answered within five seconds.
    expect(answered.length).toBeGreaterThan(helloBurstSize + 15);
    expect(answered.length).toBeLessThanOrEqual(helloBurstSize + 26);
    pass(1_000);
    expect(answered.at(-1)).toBe(99_999);
    const { length } = answered;
    pass(10_000);
    expect(answered).toHaveLength(length);
  });

  it('are not answered after the study was removed', () => {
    const { pace, answered, hello } = greeted();
    for (let n = 0; n < 50; n++) hello(n);
    pace.stop();
    pass(1_000);
    expect(answered).toHaveLength(helloBurstSize);
  });
});
