import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '../../record-format/json.rule';
import { withholdTimes } from '../withheld.rule';

interface Group<T> {
  readonly why: string;
  readonly values: readonly T[];
}
interface Corpus {
  readonly withheld: readonly Group<Json>[];
  readonly part: readonly Group<[Json, Json]>[];
  readonly kept: readonly Group<Json>[];
  /** Names of values, separated by spaces; those under `kept` do not mean a time. */
  readonly names: { readonly moment: readonly string[]; readonly kept: readonly string[] };
}
const corpus = JSON.parse(readFileSync(join(__dirname, 'corpus.json'), 'utf8')) as Corpus;
const days = { day: '2026-11-28', last_day: '2026-11-28' };
const leftOf = (value: Json) => withholdTimes(value, days).value;

describe('The corpus of forms of times and addresses', () => {
  it.each(corpus.withheld.map(({ why, values }) => [why, values] as const))(
    'after withholding, nothing is left of %s',
    (_, values) => {
      expect(values.filter((value) => leftOf(value) !== null)).toEqual([]);
    },
  );

  it.each(corpus.part.map(({ why, values }) => [why, values] as const))('%s', (_, values) => {
    expect(values.map(([text]) => [text, leftOf(text)])).toEqual(values);
  });

  it.each(corpus.kept.map(({ why, values }) => [why, values] as const))('keeps %s', (_, values) => {
    expect(values.map(leftOf)).toEqual(values);
  });
});

/** Returns a name of several words in the spellings that programmers use. */
function spellingsOf(words: readonly string[]): string[] {
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  const [first = '', ...rest] = words;
  return [
    first + rest.map(capital).join(''),
    words.map(capital).join(''),
    words.join('_'),
    words.join('-'),
    words.join(' '),
    words.join('.'),
    words.map(capital).join('_'),
    words.join('_').toUpperCase(),
    words.join(''),
    words.join('').toUpperCase(),
  ];
}
const rowsOf = (phrase: string, values: readonly Json[]) =>
  spellingsOf(phrase.split(' ')).flatMap((name) => values.map((value) => ({ [name]: value })));

describe('Names of values in the corpus, in each spelling', () => {
  it.each(corpus.names.moment)('cause the value to be withheld completely: %s', (phrase) => {
    const rows = rowsOf(phrase, [14, 872, '14', '14-32', 'afternoon', ['x'], { a: 1 }]);
    const kept = rows.filter((row) => Object.values(leftOf(row) ?? {})[0] !== null);
    expect(kept).toEqual([]);
  });
  it.each(corpus.names.kept)('leave the value visible: %s', (phrase) => {
    const rows = rowsOf(phrase, [14, 872, 523.4, '512', 'afternoon', [3, 4]]);
    expect(rows.map(leftOf)).toEqual(rows);
  });
});
