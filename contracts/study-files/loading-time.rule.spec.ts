import { secondsOnSlowConnection } from './loading-time.rule';

describe('secondsOnSlowConnection', () => {
  it.each([
    [0, 0],
    [1, 1],
    [200_000, 1],
    [12_000_000, 60],
    [13_000_000, 60],
    [48_000_000, 240],
  ])('of %d bytes is %d', (bytes, seconds) => {
    expect(secondsOnSlowConnection(bytes)).toBe(seconds);
  });
});
