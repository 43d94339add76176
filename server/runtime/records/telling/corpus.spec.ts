import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '../json.rule';
import { withheld } from '../withheld.rule';

interface Group<T> {
  readonly why: string;
  readonly values: readonly T[];
}
interface Corpus {
  readonly withheld: readonly Group<Json>[];
  readonly part: readonly Group<[string, string]>[];
  readonly kept: readonly Group<Json>[];
}
const corpus = JSON.parse(readFileSync(join(__dirname, 'corpus.json'), 'utf8')) as Corpus;
const days = { day: '2026-11-28', last_day: '2026-11-28' };
const leftOf = (value: Json) => withheld(value, days).value;

describe('The corpus of forms', () => {
  it.each(corpus.withheld.map(({ why, values }) => [why, values] as const))(
    'has nothing left of %s',
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
