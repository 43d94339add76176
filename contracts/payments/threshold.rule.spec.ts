import { exceedsThreshold, parsePayoutThresholds, calendarYearOf } from './threshold.rule';

describe('Reporting thresholds for payouts', () => {
  it('give an amount for each currency, in the minor units of ISO 4217', () =>
    expect([...(parsePayoutThresholds('EUR:600, usd:599.50,JPY:80000,HUF:1') ?? [])]).toEqual([
      ['EUR', 60_000],
      ['USD', 59_950],
      ['JPY', 80_000],
      ['HUF', 100],
    ]));

  it.each([
    'EUR',
    'EUR:',
    'EUR:-1',
    'EUR:0',
    'EUR:1e3',
    'EUR:600.001',
    'EUR:1:2',
    'EURO:1',
    'EUR:1,,',
    'EUR:1,EUR:2',
  ])('are refused when they are malformed: %p', (text) =>
    expect(parsePayoutThresholds(text)).toBeNull(),
  );

  it('hold back a payment above the threshold, not one that equals it', () => {
    expect(exceedsThreshold(60_000, 60_000)).toBe(false);
    expect(exceedsThreshold(60_001, 60_000)).toBe(true);
    expect(exceedsThreshold(60_001, undefined)).toBe(false);
  });
});

it('The last day of a reporting year is 31 December in UTC', () =>
  expect(calendarYearOf('2026-12-31')).toEqual({
    year: 2026,
    from: '2026-01-01',
    until: '2027-01-01',
  }));
