import fc from 'fast-check';
import { formatMoneyForMail } from '../../server/mail/money';
import { moneyIn } from '../../web/src/lib/intl/money-words';
import { currencies } from './currencies';
import { currencyDigits } from './currency-digits';
import { Money } from '../base/fields';
import { EnteredMoney } from './given-money';
import { limits } from '../base/limits';

const all = [...currencies];
const digitsIn = (text: string) => text.replace(/\D/g, '');

describe('digits of currencies', () => {
  it('follow ISO 4217, also where the data of browsers (CLDR) differ', () => {
    const of = (codes: string) => new Set(codes.split(' ').map(currencyDigits));
    expect(of('AFN ALL COP HUF IDR IRR KPW LAK LBP MGA MMK PKR SOS SYP YER EUR USD')).toEqual(
      new Set([2]),
    );
    expect(of('IQD BHD JOD KWD LYD OMR TND')).toEqual(new Set([3]));
    expect(of('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF')).toEqual(
      new Set([0]),
    );
    expect(all).toHaveLength(new Set(all).size);
  });

  it('are two for a withdrawn currency, which is refused for new amounts', () => {
    expect(currencyDigits('HRK')).toBe(2);
    expect(Money.safeParse({ amount: 1, currency: 'HRK' }).success).toBe(true);
    for (const currency of ['HRK', 'XAU', 'XXX', 'QQQ', 'eur', ''])
      expect([currency, EnteredMoney.safeParse({ amount: 1, currency }).success]).toEqual([
        currency,
        false,
      ]);
  });

  it('are all written on pages and in emails, so that the amount shown is the stored amount', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...all),
        fc.integer({ min: 0, max: limits.moneyAmount }),
        fc.constantFrom('en' as const, 'de' as const),
        (currency, amount, language) => {
          const wanted = String(amount).padStart(currencyDigits(currency) + 1, '0');
          expect(digitsIn(moneyIn(language, { amount, currency }))).toBe(wanted);
          expect(digitsIn(formatMoneyForMail(language, { amount, currency }))).toBe(wanted);
        },
      ),
      { numRuns: 2_000 },
    );
    expect(formatMoneyForMail('en', { amount: 500_000, currency: 'HUF' })).toBe(
      'HUF 5,000.00'.replace(' ', '\u00a0'),
    );
    expect(moneyIn('de', { amount: 500_000, currency: 'HUF' })).toBe('5.000,00\u00a0Ft');
    expect(moneyIn('en', { amount: 12_345, currency: 'IQD' })).toBe(
      'IQD 12.345'.replace(' ', '\u00a0'),
    );
    expect(moneyIn('en', { amount: 500, currency: 'JPY' })).toBe('¥500');
  });
});
