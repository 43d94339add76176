import { countAddedGiftCodes, isGiftCodeSupplyLow } from './stock.rule';

describe('countAddedGiftCodes', () => {
  it('counts the codes of each value, by currency and amount', () => {
    const code = (currency: string, amount: number) => ({ currency, amount });
    expect(
      countAddedGiftCodes([
        code('JPY', 900),
        code('EUR', 2_000),
        code('EUR', 500),
        code('EUR', 2_000),
      ]),
    ).toEqual([
      { currency: 'EUR', amount: 500, codes: 1 },
      { currency: 'EUR', amount: 2_000, codes: 2 },
      { currency: 'JPY', amount: 900, codes: 1 },
    ]);
  });
});

describe('isGiftCodeSupplyLow', () => {
  it.each([
    [0, 0, false],
    [2, 0, false],
    [0, 1, true],
    [9, 9, false],
    [9, 10, true],
    [1_000, 999, false],
  ])('of %p codes that stay valid when %p may be chosen is %p', (lasting, needed, low) => {
    expect(isGiftCodeSupplyLow({ lasting, needed })).toBe(low);
  });
});
