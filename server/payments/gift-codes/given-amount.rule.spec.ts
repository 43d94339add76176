import fc from 'fast-check';
import { limits } from '../../../contracts/base/limits';
import { currencies } from '../../../contracts/money/currencies';
import { currencyDigits } from '../../../contracts/money/currency-digits';
import { parseAmountCell } from './given-amount.rule';

const currency = fc.constantFrom(...currencies);
/** Writes an amount as people do: with all decimals, or without trailing zeros. */
const written = (minor: number, digits: number, sign: string) => {
  const text = String(minor).padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}${sign}${text.slice(-digits)}`;
};

describe('parseAmountCell', () => {
  it('reads a decimal point or comma exactly, in every currency', () => {
    fc.assert(
      fc.property(
        currency,
        fc.integer({ min: 1, max: limits.moneyAmount }),
        fc.constantFrom('.', ','),
        fc.constantFrom('', ' ', '\u00a0'),
        (code, minor, sign, blank) => {
          const text = written(minor, currencyDigits(code), sign);
          expect(parseAmountCell(blank + text + blank, code)).toBe(minor);
          expect(parseAmountCell(`-${text}`, code)).toBe('too_small');
          const short = text.replace(/[.,]0+$/, '');
          expect(parseAmountCell(short, code)).toBe(minor);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('refuses an amount that may have thousands separators', () => {
    const group = fc.integer({ min: 0, max: 999 }).map((n) => String(n).padStart(3, '0'));
    const groups = fc.array(group, { minLength: 1, maxLength: 3 });
    const sign = fc.constantFrom(' ', '\u00a0', '\u202f', "'", '’', '.', ',');
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999 }), groups, sign, (first, rest, by) => {
        expect(parseAmountCell([first, ...rest].join(by), 'EUR')).toBe('thousands_separator');
        expect(parseAmountCell([first, ...rest].join(by), 'JPY')).toBe('thousands_separator');
        const decimals = by === ',' ? '.50' : ',50';
        expect(parseAmountCell([first, ...rest].join(by) + decimals, 'EUR')).toBe(
          'thousands_separator',
        );
      }),
    );
  });

  it.each([
    ['', 'EUR', 'required'],
    [' ', 'EUR', 'required'],
    ['0', 'EUR', 'too_small'],
    ['0.00', 'EUR', 'too_small'],
    ['-1', 'EUR', 'too_small'],
    ['0.0001', 'EUR', 'too_many_decimals'],
    ['1.0', 'JPY', 'too_many_decimals'],
    ['1.1234', 'KWD', 'too_many_decimals'],
    ['1.123', 'KWD', 1_123],
    ['100000.00', 'EUR', 10_000_000],
    ['100000.01', 'EUR', 'too_big'],
    ['99999999999999999999', 'EUR', 'too_big'],
    ['€10', 'EUR', 'invalid'],
    ['10 EUR', 'EUR', 'invalid'],
    ['1e3', 'EUR', 'invalid'],
    ['.50', 'EUR', 'invalid'],
    ['10.', 'EUR', 'invalid'],
    ['٣', 'EUR', 'invalid'],
    ['=10', 'EUR', 'invalid'],
  ])('reads %j %s as %p', (cell, code, result) => {
    expect(parseAmountCell(cell, code)).toBe(result);
  });

  it('returns whole minor units or a fault for any text', () => {
    fc.assert(
      fc.property(fc.string(), currency, (cell, code) => {
        const read = parseAmountCell(cell, code);
        expect(typeof read === 'string' || (Number.isSafeInteger(read) && read > 0)).toBe(true);
      }),
    );
  });
});
