/** @jest-environment <rootDir>/scripts/jest/node-environment.cjs */
import { aSessionCosts } from '../../../test/expenses';
import { costsByStudy, fillMissingMonths } from './costs.rule';

test('the costs of a study are added up for each currency', () => {
  const id = (n: number) => `0193a1b2-0000-7000-8000-00000000000${n}`;
  const session = (n: number) => ({ _id: id(n), number: n, name: null });
  const studies = costsByStudy([
    aSessionCosts({ session: session(3), paid: 100, spots: 3 }),
    aSessionCosts({ session: session(2), paid: 7, currency: 'JPY' }),
    aSessionCosts({ session: session(1), paid: 250, spots: 5 }),
  ]);
  expect(
    studies.map(({ currency, paid, spots, sessions }) => [currency, paid, spots, sessions.length]),
  ).toEqual([
    ['EUR', 350, 8, 2],
    ['JPY', 7, 10, 1],
  ]);
});

test('months without costs between others are listed, also across the turn of the year', () => {
  const month = (name: string) => ({ month: name, paid: 1, fees: 0 });
  expect(
    fillMissingMonths([month('2026-11'), month('2027-02')]).map((one) => [one.month, one.paid]),
  ).toEqual([
    ['2026-11', 1],
    ['2026-12', 0],
    ['2027-01', 0],
    ['2027-02', 1],
  ]);
  expect(fillMissingMonths([])).toEqual([]);
});
