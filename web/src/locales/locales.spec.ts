/** @jest-environment node */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Texts = { [key: string]: string | Texts };
const flat = (texts: Texts, before = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[before + key, value]] : flat(value, `${before}${key}.`),
  );
const read = (language: string, file: string) =>
  new Map(flat(JSON.parse(readFileSync(join(__dirname, language, file), 'utf8')) as Texts));
const marks = (text: string | undefined) => [...new Set(text?.match(/\{\{\w+\}\}/g) ?? [])].sort();

describe.each(readdirSync(join(__dirname, 'en')))('%s', (file) => {
  const [en, de] = [read('en', file), read('de', file)];
  test('German says everything that English says', () =>
    expect([...de.keys()].sort()).toEqual([...en.keys()].sort()));
  test('with the same values in it', () => {
    for (const [key, text] of en) expect([key, marks(de.get(key))]).toEqual([key, marks(text)]);
  });
  test('nothing is empty', () =>
    expect([...en, ...de].filter(([, text]) => text.trim() === '')).toEqual([]));
});
