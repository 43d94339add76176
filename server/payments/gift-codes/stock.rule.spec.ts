import { addedSums } from './stock.rule';

describe('addedSums', () => {
  it('counts the codes of each value, by currency and amount', () => {
    const code = (currency: string, amount: number) => ({ currency, amount });
    expect(
      addedSums([code('JPY', 900), code('EUR', 2_000), code('EUR', 500), code('EUR', 2_000)]),
    ).toEqual([
      { currency: 'EUR', amount: 500, codes: 1 },
      { currency: 'EUR', amount: 2_000, codes: 2 },
      { currency: 'JPY', amount: 900, codes: 1 },
    ]);
  });
});
