import { toMajorUnits, toMinorUnits } from './minor-units';

test.each([
  [4.5, 'EUR', 450],
  [0.29, 'EUR', 29],
  [450, 'JPY', 450],
  [8.7, 'CHF', 870],
  [5000, 'HUF', 500_000],
  [1.5, 'KWD', 1500],
])('an amount of %d %s is stored as %i minor units', (value, currency, minor) =>
  expect([toMinorUnits(value, currency), toMajorUnits(minor, currency)]).toEqual([minor, value]),
);
