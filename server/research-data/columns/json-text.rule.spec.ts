import fc from 'fast-check';
import { toWritableText } from './cell.rule';
import { jsonFileText, jsonText } from './json-text.rule';

const written = (value: unknown): unknown => {
  if (typeof value === 'string') return toWritableText(value);
  if (Array.isArray(value)) return value.map(written);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [toWritableText(key), written(one)]),
    );
  return value;
};
const unit = fc.oneof(
  fc.constantFrom(
    '\\',
    '\\u',
    'd800',
    '0000',
    '"',
    '\u007f',
    '\u0085',
    '\u2028',
    '\0',
    '\ud800',
    '\udc00',
    '😀',
  ),
  fc.string({ unit: 'binary', maxLength: 3 }),
);
const text = fc.array(unit, { maxLength: 6 }).map((some) => some.join(''));
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.integer(),
    fc.constant(null),
    tie('list'),
    tie('object'),
  ),
  list: fc.array(tie('any'), { maxLength: 3 }),
  object: fc.dictionary(text, tie('any'), { maxKeys: 3 }),
})).any;

describe('JSON of exports', () => {
  it('reads back as the value, with U+FFFD for NUL and lone surrogates in names and values', () => {
    fc.assert(
      fc.property(value, (one) => {
        expect(JSON.stringify(JSON.parse(jsonText(one)))).toBe(JSON.stringify(written(one)));
      }),
    );
  });

  it('has no character that validators reject and no escape that readers refuse', () => {
    fc.assert(
      fc.property(value, (one) => {
        const json = jsonFileText(one);
        expect(json).not.toMatch(/[\u007f-\u009f\u2028\u2029]/);
        expect(json.replace(/\\\\/g, '')).not.toMatch(/\\u(?:d[89a-f]|0000)/);
        expect(toWritableText(json)).toBe(json);
      }),
    );
  });

  it('escapes control characters and keeps backslashes', () => {
    expect(jsonText('a\u007f\\ud800\\')).toBe('"a\\u007f\\\\ud800\\\\"');
    expect(jsonText(['\ud83d', '😀'])).toBe('["\ufffd","😀"]');
  });
});
