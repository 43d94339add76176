import { defaultFairPayRates, parseFairPayRates } from './fair-pay.rule';

describe('The setting FAIR_PAY', () => {
  it('is read as the lowest and the recommended rate of each currency, in minor units', () => {
    expect(parseFairPayRates('EUR:9.60:14.50, usd:8:12,JPY:1000:1200,KWD:2.5:3.125')).toEqual([
      { currency: 'EUR', floor: 960, recommended: 1450 },
      { currency: 'USD', floor: 800, recommended: 1200 },
      { currency: 'JPY', floor: 1000, recommended: 1200 },
      { currency: 'KWD', floor: 2500, recommended: 3125 },
    ]);
  });

  it('may recommend the lowest rate itself, and may be `None` for no rates', () => {
    expect(parseFairPayRates('EUR:12:12')).toEqual([
      { currency: 'EUR', floor: 1200, recommended: 1200 },
    ]);
    expect(parseFairPayRates(' None ')).toEqual([]);
  });

  it('has the published rates in dollars and pounds by default, and no others', () => {
    expect(parseFairPayRates(defaultFairPayRates)).toEqual([
      { currency: 'USD', floor: 800, recommended: 1200 },
      { currency: 'GBP', floor: 600, recommended: 900 },
    ]);
  });

  it.each([
    ['EUR:9.60', '"EUR:9.60" is not a currency, a floor and a recommended rate'],
    ['EUR:9:10:11', '"EUR:9:10:11" is not a currency, a floor'],
    ['EUR:9:10,', '"" is not a currency, a floor'],
    ['EUR 9 10', '"EUR 9 10" is not a currency, a floor'],
    ['QQQ:9:10', '"QQQ" is not a currency of ISO 4217'],
    ['EUR:9,60:14.50', '"EUR:9" is not a currency, a floor'],
    ['EUR:9.605:14', '"9.605" is not an amount in EUR, such as 9.60'],
    ['JPY:9.60:14', '"9.60" is not an amount in JPY, such as 960'],
    ['EUR:-1:14', '"-1" is not an amount in EUR'],
    ['EUR:1:999999', '"999999" is not an amount in EUR'],
    ['EUR:0:14', 'the floor is above zero'],
    ['EUR:14:9', 'the recommended rate at least the floor'],
    ['EUR:9:10,eur:8:12', 'EUR is there twice'],
  ])('refuses %s with a reason', (text, reason) => {
    expect(() => parseFairPayRates(text)).toThrow(reason);
  });
});
