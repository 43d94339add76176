/** @jest-environment <rootDir>/scripts/jest/node-environment.cjs */
import { type ComparedForm, comparedFormOfDraft, pairTexts } from './compared-form';

const form = (...locales: (string | null)[]): ComparedForm => ({
  file: null,
  tries: 0,
  texts: locales.map((locale) => ({ locale, title: String(locale), body: '', questions: [] })),
});
const named = (from: ComparedForm, to: ComparedForm) =>
  pairTexts(from, to).map((pair) => `${pair.from?.title ?? ''}>${pair.to?.title ?? ''}`);

test.each([
  ['the same languages', form('en', 'de'), form('en', 'de'), ['en>en', 'de>de']],
  ['another order', form('en', 'de'), form('de', 'en'), ['de>de', 'en>en']],
  [
    'a language that came, and one that went',
    form('en', 'fr'),
    form('en', 'de'),
    ['en>en', '>de', 'fr>'],
  ],
  ['a language that was not said before', form(null), form('en', 'de'), ['null>en', '>de']],
  ['a first language that became another', form('en'), form('de'), ['en>de']],
  ['a first language that is a translation now', form('en'), form('de', 'en'), ['>de', 'en>en']],
])('texts are compared by language: %s', (_, from, to, pairs) => {
  expect(named(from, to)).toEqual(pairs);
});

test('the correct choice is the same in every language', () => {
  const { texts } = comparedFormOfDraft({
    title: 'T',
    body_markdown: 'B',
    locale: 'en',
    comprehension: {
      tries: 2,
      questions: [{ text: 'Stop?', choices: ['No', 'Yes'], right: 1, explanation: 'You may.' }],
    },
    translations: [
      {
        locale: 'de',
        title: 'T',
        body_markdown: 'B',
        questions: [{ text: 'Aufhören?', choices: ['Nein', 'Ja'], explanation: 'Sie dürfen.' }],
      },
    ],
  });
  expect(texts.map(({ questions }) => questions[0]?.right)).toEqual([1, 1]);
});
