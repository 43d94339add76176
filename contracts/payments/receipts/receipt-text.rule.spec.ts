import type { ReceiptFile } from './receipt-file';
import { canonicalJsonText, checkGenuineness, matchesSigningKey } from './receipt-text.rule';
import { parseReceiptNumber, receiptNumber, receiptTypes, ReceiptNumber } from './receipt-number';

const installation = 'https://lab.test';
const fileWith = (body: object, more: Partial<ReceiptFile> = {}): ReceiptFile => ({
  receipt: JSON.stringify(body),
  signature: 'AA',
  key_version: 1,
  installation,
  ...more,
});
const named = { installation, key_version: 1 };
const keys = { installation, keys: [{ version: 1, public_key: 'key' }] };

describe('The text of a receipt', () => {
  it('is the same whatever the order of its keys, and has no blanks', () => {
    expect(canonicalJsonText({ b: 1, a: { d: null, c: ['é', true] } })).toBe(
      '{"a":{"c":["é",true],"d":null},"b":1}',
    );
    expect(canonicalJsonText({ a: { c: ['é', true], d: null }, b: 1 })).toBe(
      canonicalJsonText({ b: 1, a: { d: null, c: ['é', true] } }),
    );
  });

  it.each([0.5, Number.NaN, 2 ** 53])('refuses a number that is no amount: %p', (value) => {
    expect(() => canonicalJsonText({ value })).toThrow(`${value}`);
  });
});

describe('The file of a receipt', () => {
  it('is refused unless it names the same installation and key as its text', () => {
    expect(matchesSigningKey(fileWith(named))).toBe(true);
    expect(matchesSigningKey(fileWith({ ...named, key_version: 2 }))).toBe(false);
    expect(matchesSigningKey(fileWith({ ...named, installation: 'https://other.test' }))).toBe(
      false,
    );
    expect(matchesSigningKey({ ...fileWith(named), receipt: '{' })).toBe(false);
  });

  it('is genuine only under a key of the installation', async () => {
    const signed = () => true;
    expect(await checkGenuineness(fileWith(named), keys, signed)).toBe('genuine');
    expect(await checkGenuineness(fileWith(named), keys, () => false)).toBe('changed');
    expect(await checkGenuineness(fileWith(named, { key_version: 2 }), keys, signed)).toBe(
      'unknown',
    );
    expect(await checkGenuineness(fileWith({}), keys, signed)).toBe('changed');
  });
});

describe('A receipt number', () => {
  it.each(receiptTypes)('of the type %s can be split into parts and rebuilt from them', (type) => {
    const number = receiptNumber(type, 2026, 123_456);
    expect(ReceiptNumber.parse(number)).toBe(number);
    expect(parseReceiptNumber(number)).toEqual({ type, year: 2026, number: 123_456 });
  });

  it('of no known type has no parts', () => {
    expect(parseReceiptNumber('X-2026-00001')).toBeUndefined();
  });
});
