/** @jest-environment <rootDir>/scripts/jest/node-environment.cjs */
import {
  newConsentBodyOf,
  questionsAndTranslationsOf,
  type QuestionValues,
  consentErrorsOf,
  alignTranslations,
} from './extras';

const text = { title: 'Consent', body_markdown: 'I agree.' };
const question = (name: string, choices: string[]): QuestionValues => ({
  text: name,
  choices,
  right: 0,
  explanation: 'Because.',
});
const german = (name: string, choices: string[]) => ({
  text: name,
  choices,
  explanation: 'Darum.',
});

describe('the questions and translations of a consent form', () => {
  it('are omitted from the request to publish when there are none', () => {
    expect(newConsentBodyOf(text, questionsAndTranslationsOf(null))).toEqual(text);
  });

  it('follow the questions in every language: kept ones stay, new ones are empty', () => {
    const translations = [
      {
        locale: 'de',
        title: 'E',
        body_markdown: 'Ja.',
        questions: [german('eins', ['a', 'b']), german('zwei', ['c', 'd'])],
      },
    ];
    const questions = [question('two', ['C', 'D', 'more']), question('new', ['X', 'Y'])];
    const [after] = alignTranslations(translations, questions, [1, -1]);
    expect(after?.questions).toEqual([
      { text: 'zwei', choices: ['c', 'd', ''], explanation: 'Darum.' },
      { text: '', choices: ['', ''], explanation: '' },
    ]);
  });

  it('are reported by field when they are incomplete', () => {
    const extras = {
      ...questionsAndTranslationsOf(null),
      questions: [question('Stop?', ['No', ''])],
      translations: [{ locale: 'de', title: '', body_markdown: '[[wer]]', questions: [] }],
    };
    const problems = consentErrorsOf(newConsentBodyOf(text, extras));
    expect(problems.get('comprehension.questions.0.choices.1')).toBe('required');
    expect(problems.get('translations.0.title')).toBe('required');
    expect(problems.get('translations.0.body_markdown')).toBe('blanks_left');
    expect(consentErrorsOf(newConsentBodyOf(text, questionsAndTranslationsOf(null))).size).toBe(0);
  });
});
