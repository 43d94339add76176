import { creditForQuarterHours, countQuarterHours } from './credit.rule';

describe('Credit of stated minutes', () => {
  it.each([
    [1, 1],
    [15, 1],
    [15.1, 2],
    [16, 2],
    [60, 4],
    [61, 5],
  ])('counts %d minutes as %d quarters of an hour', (minutes, quarters) =>
    expect(countQuarterHours(minutes)).toBe(quarters),
  );

  it.each([
    [1, 100, 25],
    [2, 100, 50],
    [5, 100, 125],
    [1, 50, 13],
    [3, 50, 38],
    [1, 1, 0],
    [2, 1, 1],
  ])(
    'for %d quarters of an hour at %d hundredths of a credit an hour is %d hundredths',
    (quarters, perHour, credit) => expect(creditForQuarterHours(quarters, perHour)).toBe(credit),
  );
});
