/** @jest-environment <rootDir>/scripts/jest/node-environment.cjs */
import type { Consent } from '../../../../contracts/studies/consents';
import { consentTextFor, consentTextsOf } from './consent-texts.rule';

const form = (locale: string | null, ...others: string[]): Consent => ({
  _id: '0193a1b2-0000-7000-8000-000000000001',
  version: 1,
  sha256: 'a'.repeat(64),
  title: 'Consent',
  kind: 'markdown',
  body_markdown: 'Text',
  file_url: null,
  locale,
  comprehension: null,
  translations: others.map((one, i) => ({
    locale: one,
    title: one,
    body_markdown: one,
    sha256: String(i).repeat(64),
    questions: [],
  })),
  withdrawn: null,
  created_at: '2026-10-01T10:00:00Z',
});

test.each([
  ['de', form('en', 'de', 'fr'), 'de'],
  ['pt-BR', form('en', 'pt', 'pt-BR'), 'pt-BR'],
  ['pt-BR', form('en', 'pt'), 'pt'],
  ['de', form('en', 'de-CH'), 'de-CH'],
  ['ja', form('en', 'de'), 'en'],
  ['ja', form(null), null],
])(
  'a reader whose page is in %s is shown the text in the nearest language',
  (language, consent, shown) => {
    expect(consentTextFor(consent, language).locale).toBe(shown);
  },
);

test('the language in which a consent form was written comes first', () => {
  expect(consentTextsOf(form('en', 'de')).map(({ locale }) => locale)).toEqual(['en', 'de']);
});
