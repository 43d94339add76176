import { preferredLanguage } from './languages';

describe('The interface language for an Accept-Language header', () => {
  it.each([
    ['fr, de;q=0.5', 'fr'],
    ['de;q=0.3, fr;q=0.4', 'fr'],
    ['pt-BR', 'pt-BR'],
    ['pt-PT', 'pt'],
    ['zh-TW, zh;q=0.9', 'zh-TW'],
    ['de;q=0', 'en'],
    ['*', 'en'],
    ['', 'en'],
    [undefined, 'en'],
    ['tlh', 'en'],
  ])('picks from all languages, for the header %j: %s', (header, language) => {
    expect(preferredLanguage(header)).toBe(language);
  });

  it.each([
    ['fr, de;q=0.5', 'de'],
    ['fr;q=0.9, de;q=0.5, en;q=0.1', 'de'],
    ['fr, en;q=0.5, de;q=0.4', 'en'],
    ['fr-CA, de-AT;q=0.5', 'de'],
    ['fr', 'en'],
    ['fr, *;q=0.5', 'en'],
  ])('picks from English and German, for the header %j: %s', (header, language) => {
    expect(preferredLanguage(header, ['en', 'de'])).toBe(language);
  });
});
