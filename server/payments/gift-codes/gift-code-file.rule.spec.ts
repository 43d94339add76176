import fc from 'fast-check';
import { unparse } from 'papaparse';
import { giftCodeColumns } from '../../../contracts/payments/gift-codes/gift-codes';
import { paymentsLimits } from '../../../contracts/payments/limits';
import { parseGiftCodeFile, type UploadedGiftCode } from './gift-code-file.rule';

const rules = { offered: ['EUR', 'JPY'], today: '2026-11-29' };
const heading = giftCodeColumns.join(',');
const read = (text: string | Uint8Array) =>
  parseGiftCodeFile(typeof text === 'string' ? new TextEncoder().encode(text) : text, rules);
const codesIn = (text: string | Uint8Array) => {
  const found = read(text);
  if ('faults' in found) throw new Error(JSON.stringify(found.faults));
  return found.codes;
};
const faultsIn = (text: string | Uint8Array) => {
  const found = read(text);
  return 'faults' in found ? found.faults.map(({ path, code }) => `${path} ${code}`) : [];
};

const text = (max: number) =>
  fc
    .string({ unit: fc.constantFrom('a', 'Z', '7', 'ä', '-', ',', ';', '"', ' '), maxLength: max })
    .map((value) => `x${value}x`);
const anyCode = fc.record({
  brand: text(20),
  amount: fc.integer({ min: 1, max: 10_000_000 }),
  currency: fc.constantFrom('EUR', 'JPY'),
  code: fc.uuid(),
  pin: fc.option(text(6)),
  expires: fc.option(fc.constantFrom('2026-11-29', '2027-01-31', '2099-12-31')),
});
type Cells = Omit<UploadedGiftCode, 'line'>;
const cellsOf = (one: Cells) => [
  one.brand,
  one.currency === 'JPY' ? String(one.amount) : (one.amount / 100).toFixed(2),
  one.currency,
  one.code,
  one.pin ?? '',
  one.expires ?? '',
];
const someCodes = fc.uniqueArray(anyCode, {
  minLength: 1,
  maxLength: 12,
  selector: ({ code }) => code,
});

describe('parseGiftCodeFile', () => {
  it('reads what was written, with each separator, encoding and end of lines, in any order of columns', () => {
    fc.assert(
      fc.property(
        someCodes,
        fc.constantFrom(',', ';', '\t'),
        fc.constantFrom('utf8', 'bom', 'latin1', 'utf16le'),
        fc.constantFrom('\n', '\r\n'),
        fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 }),
        (codes, delimiter, encoding, newline, order) => {
          const table = [[...giftCodeColumns], ...codes.map(cellsOf)].map((row) =>
            order.map((i) => row[i] ?? ''),
          );
          const written = unparse(table, { delimiter, newline, quotes: true });
          const mark = encoding === 'bom' || encoding === 'utf16le' ? '\ufeff' : '';
          const bytes = Buffer.from(mark + written, encoding === 'bom' ? 'utf8' : encoding);
          expect(codesIn(bytes)).toEqual(
            codes.map((one, i) => ({
              ...one,
              pin: one.pin?.trim() ?? null,
              line: i + 2,
            })),
          );
        },
      ),
    );
  });

  it('reads a file without the columns that may be missing, with names in capitals', () => {
    expect(codesIn('BRAND;Amount;currency;CODE\nBooks;10,00;eur;A-1\n')).toEqual([
      {
        line: 2,
        brand: 'Books',
        amount: 1_000,
        currency: 'EUR',
        code: 'A-1',
        pin: null,
        expires: null,
      },
    ]);
  });

  const good = ['Books', '10.00', 'EUR', 'A-1', '', ''];
  const withCell = (column: (typeof giftCodeColumns)[number], cell: string) =>
    good.map((value, i) => (giftCodeColumns[i] === column ? cell : value));
  it.each([
    ['brand', '', 'required'],
    ['brand', 'x'.repeat(paymentsLimits.brand + 1), 'too_long'],
    ['brand', '=1+1', 'formula'],
    ['brand', '+Books', 'formula'],
    ['brand', '-Books', 'formula'],
    ['brand', ' @Books', 'formula'],
    ['brand', 'Bo\u200boks', 'invalid_text'],
    ['brand', 'Bo\noks', 'invalid_text'],
    ['amount', '', 'required'],
    ['amount', '0', 'too_small'],
    ['amount', '-5', 'too_small'],
    ['amount', '100000.01', 'too_big'],
    ['amount', '1,000.00', 'thousands_separator'],
    ['amount', '1.0001', 'too_many_decimals'],
    ['amount', 'ten', 'invalid'],
    ['currency', '', 'required'],
    ['currency', 'EURO', 'invalid_currency'],
    ['currency', 'HRK', 'invalid_currency'],
    ['currency', 'USD', 'currency_not_offered'],
    ['code', '', 'required'],
    ['code', 'x'.repeat(paymentsLimits.giftCode + 1), 'too_long'],
    ['code', '1.23457E+15', 'shortened_number'],
    ['code', '1,23457E+15', 'shortened_number'],
    ['code', 'A\u202eB', 'invalid_text'],
    ['pin', 'x'.repeat(paymentsLimits.giftCode + 1), 'too_long'],
    ['pin', '9.9E+10', 'shortened_number'],
    ['expires', '2026-11-28', 'gift_code_expired'],
    ['expires', '28.11.2026', 'gift_code_expired'],
    ['expires', '11/30/2026', 'invalid_date'],
    ['expires', '2027-02-30', 'invalid_date'],
  ] as const)('reports the line and column of a fault: %s %j is %s', (column, cell, code) => {
    const rows = [['Books', '5', 'EUR', 'B-1', '', ''], withCell(column, cell)];
    const file = unparse([[...giftCodeColumns], ...rows], { quotes: true });
    expect(faultsIn(file)).toEqual([`lines.3.${column} ${code}`]);
  });

  it.each([
    ['an empty file', '', ['lines.1 no_gift_codes']],
    ['a heading alone', `${heading}\n`, ['lines.1 no_gift_codes']],
    [
      'no heading',
      'Books,10.00,EUR,A-1',
      ['1', '2', '3', '4']
        .map((column) => `lines.1.${column} column_unknown`)
        .concat(
          ['brand', 'amount', 'currency', 'code'].map((c) => `lines.1.${c} column_missing`),
          'lines.1 no_gift_codes',
        ),
    ],
    ['a missing column', 'brand,amount,code\nB,1,A', ['lines.1.currency column_missing']],
    [
      'a misspelt column',
      `${heading.replace('expires', 'expiry')}\nB,1,EUR,A,,2027-01-01`,
      ['lines.1.6 column_unknown'],
    ],
    ['a column twice', `${heading},code\nB,1,EUR,A,,,A`, ['lines.1.code named_twice']],
    ['too many cells', `${heading}\nB,1,EUR,A,,,more`, ['lines.2 more_cells']],
    ['an open quotation mark', `${heading}\nB,1,EUR,"A`, ['lines.2 unclosed_quotes']],
    ['a workbook', 'PK\u0003\u0004\0\0', ['lines.1 not_csv']],
  ])('refuses %s', (_, file, faults) => {
    expect(faultsIn(file)).toEqual(faults);
  });

  it('recognizes a code that the file contains twice, whatever its spelling', () => {
    const lines = ['Books,1,EUR,ab-12', 'Books,2,EUR,CD', 'books,1,EUR,AB 12', 'Films,1,EUR,AB12'];
    expect(faultsIn(`brand,amount,currency,code\n${lines.join('\n')}`)).toEqual([
      'lines.4.code named_twice',
    ]);
  });

  it('reports at most a hundred faults, each with its own line, and never reveals a code', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 150 }), (count) => {
        const lines = Array.from({ length: count }, (_, i) => `Books,0,EUR,secret-${i}`);
        const found = read(Buffer.from(`brand,amount,currency,code\n${lines.join('\n')}`));
        const faults = 'faults' in found ? found.faults : [];
        expect(faults).toHaveLength(Math.min(count, 100));
        expect(new Set(faults.map(({ path }) => path)).size).toBe(faults.length);
        expect(JSON.stringify(faults)).not.toContain('secret');
      }),
      { numRuns: 20 },
    );
  });

  it('takes as many codes as are allowed, and refuses one more', () => {
    const lines = Array.from(
      { length: paymentsLimits.giftCodesPerFile },
      (_, i) => `Books,1,EUR,A${i}`,
    );
    const file = ['brand,amount,currency,code', ...lines].join('\n');
    expect(codesIn(file)).toHaveLength(paymentsLimits.giftCodesPerFile);
    expect(faultsIn(`${file}\nBooks,1,EUR,B`)).toEqual([
      `lines.${paymentsLimits.giftCodesPerFile + 2} too_many_gift_codes`,
    ]);
  });

  it('returns all codes of a file or none, for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const found = read(Buffer.concat([Buffer.from(`${heading}\n`), bytes]));
        expect('faults' in found ? found.faults.length : found.codes.length).toBeGreaterThan(0);
      }),
    );
  });
});
