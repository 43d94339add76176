import { isLow } from './gift-code-stock.rule';

describe('isLow', () => {
  it.each([
    [0, 0, false],
    [2, 0, false],
    [0, 1, true],
    [9, 9, false],
    [9, 10, true],
    [1_000, 999, false],
  ])('of %p codes that last where %p may be chosen is %p', (lasting, needed, low) => {
    expect(isLow({ lasting, needed })).toBe(low);
  });
});
