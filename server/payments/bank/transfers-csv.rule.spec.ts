import fc from 'fast-check';
import { decimalAmount, transfersCsv } from './transfers-csv.rule';

const transfer = {
  reference: '0193a1b200007000800000000000071a',
  holder: 'Ada Lovelace',
  iban: 'DE89370400440532013000',
  amount: 450,
  currency: 'EUR',
};

describe('an amount with a decimal point', () => {
  it.each([
    [1, 'EUR', '0.01'],
    [450, 'EUR', '4.50'],
    [123_456, 'EUR', '1234.56'],
    [700, 'JPY', '700'],
    [5, 'KWD', '0.005'],
  ])('of %i in %s is %s', (amount, currency, text) =>
    expect(decimalAmount(amount, currency)).toBe(text),
  );

  it('has exactly the digits of the amount in minor units', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_147_483_647 }), (amount) => {
        expect(Number(decimalAmount(amount, 'EUR').replace('.', ''))).toBe(amount);
      }),
    ));
});

describe('transfers as CSV', () => {
  it('have one line each below a line of column names', () =>
    expect(transfersCsv([transfer])).toBe(
      'reference,holder,iban,amount,currency\r\n' +
        '0193a1b200007000800000000000071a,Ada Lovelace,DE89370400440532013000,4.50,EUR\r\n',
    ));

  it.each(['=HYPERLINK("x")', '+49', '-1+cmd|x', '@sum(a)', '＝1'])(
    'write the holder %s so that it is no formula',
    (holder) => {
      const [, line = ''] = transfersCsv([{ ...transfer, holder }]).split('\r\n');
      const [, cell = ''] = /^[^,]*,("(?:[^"]|"")*"|[^,]*),/.exec(line) ?? [];
      expect(cell.replace(/^"/, '')).toMatch(/^'/);
    },
  );

  it('keep a holder with a comma and quotes in one cell', () =>
    expect(transfersCsv([{ ...transfer, holder: 'Lovelace, "Ada"' }])).toContain(
      ',"Lovelace, ""Ada""",',
    ));
});
