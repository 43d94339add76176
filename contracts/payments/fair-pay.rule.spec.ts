import fc from 'fast-check';
import { currencyDigits } from '../money/currency-digits';
import { currencies } from '../money/currencies';
import {
  hourlyPay,
  hourlyRate,
  judgePay,
  parseMinorUnits,
  minRewardForRate,
  type FairPayRates,
} from './fair-pay.rule';

const euros = (amount: number) => ({ amount, currency: 'EUR' });
const amounts = fc.integer({ min: 1, max: 10_000_000 });
/** Durations in whole seconds, since the server rounds all durations to seconds. */
const seconds = fc.integer({ min: 1, max: 1_000_000 });

describe('The pay per hour', () => {
  it.each([
    [euros(450), 20, 1350],
    [euros(100), 45, 133],
    [euros(1), 120, 1], // 0.5 goes up
    [euros(1), 121, 0],
    [{ amount: 500, currency: 'JPY' }, 45, 667],
    [{ amount: 2500, currency: 'KWD' }, 20, 7500],
    [euros(450), 12.3, 2195],
    [euros(10), 1 / 60, 36_000],
  ])('of %j for %d minutes is %d minor units', (reward, minutes, amount) => {
    expect(hourlyRate(reward, minutes)).toEqual({ amount, currency: reward.currency });
  });

  it.each([0, -1, 0.001, Number.NaN])('does not exist for %d minutes', (minutes) => {
    expect(hourlyRate(euros(450), minutes)).toBeNull();
    expect(hourlyPay(euros(450), minutes, null)).toBeNull();
  });

  it('is rounded half up, for every amount and time', () => {
    fc.assert(
      fc.property(amounts, seconds, (amount, s) => {
        const [whole, halves] = [BigInt(amount) * 3_600n, BigInt(s)];
        const wanted = (whole * 2n + halves) / (halves * 2n);
        expect(hourlyRate(euros(amount), s / 60)?.amount).toBe(Number(wanted));
      }),
    );
  });

  it('is computed from the median if there is one, otherwise from the stated minutes', () => {
    expect(hourlyPay(euros(450), 20, 30)).toEqual({ rate: euros(900), by: 'median', minutes: 30 });
    expect(hourlyPay(euros(450), 20, null)).toEqual({
      rate: euros(1350),
      by: 'stated',
      minutes: 20,
    });
    expect(hourlyPay(null, 20, 30)).toBeNull();
    expect(hourlyPay(euros(0), 20, 30)).toBeNull();
  });
});

describe('The judgement of an hourly rate', () => {
  const rates: FairPayRates[] = [
    { currency: 'EUR', floor: 960, recommended: 1450 },
    { currency: 'JPY', floor: 1000, recommended: 1200 },
  ];
  it.each([
    [euros(959), 'below_floor'],
    [euros(960), 'below_recommended'],
    [euros(1449), 'below_recommended'],
    [euros(1450), 'fair'],
    [{ amount: 999, currency: 'JPY' }, 'below_floor'],
    [{ amount: 1, currency: 'USD' }, null],
  ])('of %j is %s', (rate, judgement) => {
    expect(judgePay(rate, rates)).toBe(judgement);
  });

  it('does not exist before the page has loaded the fair rates', () => {
    expect(judgePay(euros(1), undefined)).toBeNull();
  });
});

describe('The lowest reward that reaches an hourly rate', () => {
  it.each([
    [960, 30, 480],
    [960, 12.3, 197],
    [960, 12.5, 200],
    [600, 10.1, 101],
    [1, 1, 1],
  ])('of %d minor units, for %d minutes, is %d minor units', (rate, minutes, reward) => {
    expect(minRewardForRate(rate, minutes)).toBe(reward);
  });

  it('reaches the rate, and would not with one minor unit less', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), seconds, (rate, s) => {
        const reward = BigInt(minRewardForRate(rate, s / 60));
        expect(reward * 3_600n >= BigInt(rate) * BigInt(s)).toBe(true);
        expect((reward - 1n) * 3_600n < BigInt(rate) * BigInt(s)).toBe(true);
      }),
    );
  });
});

describe('An amount in units of its currency', () => {
  it.each([
    ['9.60', 'EUR', 960],
    ['9.6', 'EUR', 960],
    ['9', 'EUR', 900],
    ['1000', 'JPY', 1000],
    ['2.5', 'KWD', 2500],
    ['2.575', 'KWD', 2575],
    ['9.605', 'EUR', null],
    ['10.0', 'JPY', null],
    ['-1', 'EUR', null],
    ['9,60', 'EUR', null],
    ['1e3', 'EUR', null],
    ['', 'EUR', null],
    ['.5', 'EUR', null],
  ])('%s %s is %s minor units', (text, currency, amount) => {
    expect(parseMinorUnits(text, currency)).toBe(amount);
  });

  it('is parsed to the minor units that it was written from, in every currency', () => {
    fc.assert(
      fc.property(fc.constantFrom(...currencies), amounts, (currency, amount) => {
        const digits = currencyDigits(currency);
        const text = String(amount).padStart(digits + 1, '0');
        const cut = text.length - digits;
        const written = digits === 0 ? text : `${text.slice(0, cut)}.${text.slice(cut)}`;
        expect(parseMinorUnits(written, currency)).toBe(amount);
      }),
    );
  });
});
