import english from '../../../locales/en/runner.json';
import { setTexts, t } from './texts';

beforeAll(() => setTexts('en', english));

describe('a text of the page around a study', () => {
  it('replaces placeholders by their values without escaping them', () => {
    expect(t('runner:hosts', { hosts: '<b> & {{hosts}}' })).toBe(
      'It also exchanges data with <b> & {{hosts}}.',
    );
    expect(t('runner:rehearsal.participant', { number: 2, count: 9 })).toBe(
      'Simulated participant 2 of 9',
    );
  });

  it.each([
    ['en', 1, 'Finish without the file'],
    ['en', 3, 'Finish without the files'],
  ])('in %s has the form for %d', (_, count, text) => {
    expect(t('runner:files_finish', { count })).toBe(text);
  });

  it('uses the plural form of the language for a number, else the form `other`', () => {
    setTexts('pl', {
      file_one: 'plik',
      file_few: '{{count}} pliki',
      file_other: '{{count}} pliku',
    });
    expect([1, 3, 5].map((count) => t('runner:file', { count }))).toEqual([
      'plik',
      '3 pliki',
      '5 pliku',
    ]);
    setTexts('en', english);
    expect(document.documentElement.lang).toBe('en');
  });
});
