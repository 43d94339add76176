import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Texts } from './texts';

interface Shop {
  title: string;
  greeting: string;
  seats_one: string;
  seats_other: string;
  state: { open: string };
}
const english: Shop = {
  title: 'Shop',
  greeting: 'Hello {{name}}',
  seats_one: 'one seat',
  seats_other: '{{count}} seats',
  state: { open: 'Open' },
};

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

let made = 0;
/** Creates texts from these files, under a unique namespace. */
function textsOf(files: Record<string, unknown>): Texts<Shop> {
  const folder = mkdtempSync(join(tmpdir(), 'texts-'));
  folders.push(folder);
  const name = `shop-${++made}`;
  for (const [language, texts] of Object.entries(files)) {
    const file = join(folder, language, `${name}.json`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof texts === 'string' ? texts : JSON.stringify(texts));
  }
  return new Texts<Shop>(name, () => folder);
}

describe('texts of a context', () => {
  it('fall back to English, and report it, when a language has no file', () => {
    const texts = textsOf({ en: english, de: { ...english, title: 'Laden' } });
    const [german, french] = [texts.in('de'), texts.in('fr')];
    expect([german.language, german.t('title')]).toEqual(['de', 'Laden']);
    expect([french.language, french.t('title')]).toEqual(['en', 'Shop']);
    expect(texts.spoken).toEqual(['de', 'en']);
    expect(texts.in('xx').language).toBe('en');
  });

  it('fall back to English text by text when a file lacks some', () => {
    const { t } = textsOf({ en: english, de: { title: 'Laden' } }).in('de');
    expect([t('title'), t('state.open')]).toEqual(['Laden', 'Open']);
  });

  it('use the plural form of the language', () => {
    const polish = {
      seats_one: '{{count}} a',
      seats_few: '{{count}} b',
      seats_many: '{{count}} c',
    };
    const texts = textsOf({ en: english, pl: { ...english, ...polish } });
    const said = (language: string) =>
      [1, 2, 5, 22].map((count) => texts.in(language).t('seats', { count }));
    expect(said('en')).toEqual(['one seat', '2 seats', '5 seats', '22 seats']);
    expect(said('pl')).toEqual(['1 a', '2 b', '5 c', '22 b']);
  });

  it('insert values literally, never as markup, key or placeholder', () => {
    const { t } = textsOf({ en: english }).in('en');
    for (const name of ['<b>"Ada" & Co</b>', '$t(title)', '{{name}}', '$& $1', ''])
      expect(t('greeting', { name })).toBe(`Hello ${name}`);
    expect(t('greeting')).toBe('Hello ');
  });

  it('can be prepared before the reader’s language is known', () => {
    const say = textsOf({ en: english, de: { ...english, greeting: 'Tag {{name}}' } }).sentence;
    const greeting = say('greeting', { name: 'Ada' });
    expect([greeting('de'), greeting('ja')]).toEqual(['Tag Ada', 'Hello Ada']);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['missing', { de: english }, 'locales/en/NAME.json is missing: a context names these texts.'],
    ['no JSON', { en: english, de: '{"title": ' }, 'locales/de/NAME.json cannot be read: '],
    ['no object', { en: '[]' }, 'locales/en/NAME.json has something other than a text.'],
    [
      'with a number in it',
      { en: { ...english, state: { open: 1 } } },
      'locales/en/NAME.json has something other than a text at state.open.',
    ],
  ])('are refused when a file is %s', (_, files, sentence) => {
    const texts = textsOf(files);
    const said = sentence.replace('NAME', texts.namespace);
    expect(texts.load()).toEqual([expect.stringContaining(said)]);
    expect(() => texts.in('en')).toThrow(said);
  });
});
