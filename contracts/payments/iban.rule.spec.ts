import fc from 'fast-check';
import {
  canonicalIban,
  ibanCountry,
  ibanLastCharacters,
  formatIban,
  isWithinSepa,
} from './iban.rule';

/**
 * The remainder of ISO 7064 (MOD 97-10), computed digit by digit, independently of the library that the rule uses.
 */
function remainder(text: string): number {
  let rest = 0;
  for (const character of text)
    for (const digit of String(Number.parseInt(character, 36)))
      rest = (rest * 10 + Number(digit)) % 97;
  return rest;
}
const withCheck = (country: string, account: string): string => {
  const check = 98 - remainder(`${account}${country}00`);
  return `${country}${String(check).padStart(2, '0')}${account}`;
};

/** Countries whose account numbers consist of arbitrary digits, and their lengths. */
const digitsByCountry = [
  ['DE', 18],
  ['AT', 16],
  ['LT', 16],
] as const;
const ibans = fc
  .constantFrom(...digitsByCountry)
  .chain(([country, length]) =>
    fc
      .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
      .map((digits) => withCheck(country, digits.join(''))),
  );

describe('the IBAN of a bank account', () => {
  it.each([
    'AT611904300234573201',
    'BE68539007547034',
    'BR1800360305000010009795493C1',
    'CH9300762011623852957',
    'DE89370400440532013000',
    'ES9121000418450200051332',
    'FR1420041010050500013M02606',
    'GB29NWBK60161331926819',
    'IT60X0542811101000000123456',
    'MT84MALT011000012345MTLCAST001S',
    'NL91ABNA0417164300',
    'NO9386011117947',
    'PL61109010140000071219812874',
    'SA0380000000608010167519',
    'SE4550000000058398257466',
    'TR330006100519786457841326',
  ])('from the examples of the registry is valid: %s', (iban) => {
    expect(canonicalIban(iban)).toBe(iban);
    expect(canonicalIban(formatIban(iban).toLowerCase())).toBe(iban);
  });

  it.each([
    ['another country’s length', 'DE8937040044053201300'],
    ['an unknown country', withCheck('XX', '370400440532013000')],
    ['no characters', ''],
    ['blanks alone', ' \u00a0 '],
    ['a sign within', 'DE89-3704-0044-0532-0130-00'],
    ['digits of another script', 'DE8937040044053201300٠'],
    ['a letter where the country has digits', 'DE8937040044053201300A'],
    ['a letter that grows in upper case', 'DE8937040044053201ß'],
    ['the account of a Swiss QR bill', 'CH4431999123000889012'],
  ])('with %s is invalid', (_, given) => expect(canonicalIban(given)).toBeNull());

  it('is valid with the right check digits, whatever its spaces and case', () =>
    fc.assert(
      fc.property(
        ibans,
        fc.array(fc.constantFrom('', '', ' ', '\t', '\u00a0'), { minLength: 40, maxLength: 40 }),
        fc.boolean(),
        (iban, blanks, isLower) => {
          const written = [...iban].map((one, i) => `${one}${blanks[i]}`).join('');
          expect(canonicalIban(isLower ? written.toLowerCase() : written)).toBe(iban);
        },
      ),
    ));

  it('with one wrong digit is invalid', () =>
    fc.assert(
      fc.property(ibans, fc.nat(30), fc.integer({ min: 1, max: 9 }), (iban, place, more) => {
        const at = 2 + (place % (iban.length - 2));
        const wrong = (Number(iban[at]) + more) % 10;
        expect(canonicalIban(`${iban.slice(0, at)}${wrong}${iban.slice(at + 1)}`)).toBeNull();
      }),
    ));

  it('with two neighbouring characters swapped is invalid', () =>
    fc.assert(
      fc.property(ibans, fc.nat(30), (iban, place) => {
        const at = 4 + (place % (iban.length - 5));
        fc.pre(iban[at] !== iban[at + 1]);
        const swapped = `${iban.slice(0, at)}${iban[at + 1]}${iban[at]}${iban.slice(at + 2)}`;
        expect(canonicalIban(swapped)).toBeNull();
      }),
    ));

  it('with one digit more or less is invalid, even when the check digits are right', () =>
    fc.assert(
      fc.property(ibans, fc.integer({ min: 0, max: 9 }), (iban, more) => {
        const account = iban.slice(4);
        expect(canonicalIban(withCheck(ibanCountry(iban), `${account}${more}`))).toBeNull();
        expect(canonicalIban(withCheck(ibanCountry(iban), account.slice(1)))).toBeNull();
      }),
    ));

  it('is shown by its country and its last characters', () => {
    expect(ibanCountry('DE89370400440532013000')).toBe('DE');
    expect(ibanLastCharacters('DE89370400440532013000')).toBe('3000');
    expect(formatIban('DE89370400440532013000')).toBe('DE89 3704 0044 0532 0130 00');
  });

  it.each([
    ['DE89370400440532013000', true],
    ['CH9300762011623852957', true],
    ['GB29NWBK60161331926819', true],
    ['TR330006100519786457841326', false],
    ['BR1800360305000010009795493C1', false],
  ])('%s is within SEPA: %p', (iban, expected) => expect(isWithinSepa(iban)).toBe(expected));
});
