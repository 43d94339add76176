import fc from 'fast-check';
import { paymentsLimits } from '../../../contracts/payments/limits';
import { encodeBankAccount, decodeBankAccount, normalizeBankAccount } from './bank-account.rule';

const iban = 'MT84MALT011000012345MTLCAST001S';

describe('the bytes of a bank account before encryption', () => {
  it('have the same length for every holder, and decode to the same account', () =>
    fc.assert(
      fc.property(
        fc
          .string({ unit: 'binary', minLength: 1, maxLength: 70 })
          .map((text) => text.slice(0, paymentsLimits.holder))
          .filter((text) => /^[^\p{C}\p{Z}]+$/u.test(text) && text === text.normalize('NFC')),
        (holder) => {
          const bytes = encodeBankAccount({ holder, iban });
          expect(bytes).toHaveLength(320);
          expect((JSON.parse(bytes.toString()) as { holder: string }).holder).toBe(holder);
        },
      ),
    ));

  it('decode to the same holder and IBAN', () => {
    const account = { holder: 'Ada "Countess" Lovelace', iban };
    expect(decodeBankAccount(encodeBankAccount(account).toString())).toEqual(account);
  });

  it('have the same length also for the longest holder in characters of three bytes', () =>
    expect(encodeBankAccount({ holder: '言'.repeat(paymentsLimits.holder), iban })).toHaveLength(
      320,
    ));
});

describe('a bank account in a request', () => {
  it('gets its IBAN in capitals and without spaces', () =>
    expect(normalizeBankAccount({ holder: 'Ada', iban: 'de89 3704 0044 0532 0130 00' })).toEqual({
      holder: 'Ada',
      iban: 'DE89370400440532013000',
    }));

  it('is refused when the check digits of its IBAN are wrong', () =>
    expect(normalizeBankAccount({ holder: 'Ada', iban: 'DE88370400440532013000' })).toBeNull());
});
