import type { Consent } from '../../../../../contracts/studies/consents';
import type { Study } from '../../../../../contracts/studies/studies';
import { fullName } from '../../../../../contracts/base/full-name.rule';

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** Email addresses, web addresses, and what looks like a telephone number. */
const contacts = [
  '[\\p{L}\\p{N}._%+-]+@[\\p{L}\\p{N}-]+(?:\\.[\\p{L}\\p{N}-]+)+',
  'https?://[^\\s<>()[\\]]+',
  '\\+?\\d[\\d ()/-]{6,}\\d',
];
/** Names with fewer letters are ignored: they would be found inside other words. */
const least = 3;

/** Returns the title and the names that a consent form of this study may contain. */
export const namesInStudy = ({
  title,
  researcher,
}: Pick<Study, 'title' | 'researcher'>): string[] =>
  [title, fullName(researcher), researcher.last_name, researcher.organization ?? '']
    .map((name) => name.trim())
    .filter((name) => name.length >= least);

/**
 * Replaces names and addresses with blanks (`[[…]]`). Each blank contains the replaced text as a
 * hint. Existing blanks stay as they are.
 */
export function replaceNamesWithBlanks(text: string, names: readonly string[]): string {
  const longest = [...names].sort((a, b) => b.length - a.length).map(escaped);
  const found = new RegExp(
    [
      '\\[\\[[^[\\]\\n]{1,500}\\]\\]',
      ...contacts,
      ...longest.map((name) => `(?<![\\p{L}\\p{N}])${name}(?![\\p{L}\\p{N}])`),
    ].join('|'),
    'giu',
  );
  return text.replaceAll(found, (hit) =>
    hit.startsWith('[[') ? hit : `[[${hit.replaceAll(/[[\]\n]+/g, ' ')}]]`,
  );
}

/**
 * Copies the consent form of another study, with blanks in place of names and addresses. The blanks
 * must be filled in before the form is published.
 */
export function copyConsentForm(
  consent: Consent,
  study: Pick<Study, 'title' | 'researcher'>,
): Consent {
  const names = namesInStudy(study);
  const mark = (text: string) => replaceNamesWithBlanks(text, names);
  const markQuestions = (questions: Consent['translations'][number]['questions']) =>
    questions.map((one) => ({
      ...one,
      text: mark(one.text),
      choices: one.choices.map(mark),
      explanation: one.explanation && mark(one.explanation),
    }));
  return {
    ...consent,
    title: mark(consent.title),
    body_markdown: consent.body_markdown && mark(consent.body_markdown),
    comprehension: consent.comprehension && {
      ...consent.comprehension,
      questions: markQuestions(consent.comprehension.questions),
    },
    translations: consent.translations.map((one) => ({
      ...one,
      title: mark(one.title),
      body_markdown: mark(one.body_markdown),
      questions: markQuestions(one.questions),
    })),
  };
}
