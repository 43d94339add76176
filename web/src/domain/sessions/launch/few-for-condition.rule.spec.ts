import { conditionsOfFew } from './few-for-condition.rule';

const of = (shares: readonly number[], seats: number) =>
  conditionsOfFew(
    shares.map((share) => ({ share })),
    seats,
  );

test.each([
  [[1, 1, 1, 1, 1, 1], 6, 6],
  [[1, 1], 9, 2],
  [[1, 1], 10, 0],
  [[1, 1, 1], 15, 0],
  [[3, 1], 16, 1],
  [[3, 1], 20, 0],
])(
  'of shares %j and %i spots, conditions that fewer than five people get: %i',
  (shares, seats, few) => {
    expect(of(shares, seats)).toBe(few);
  },
);
