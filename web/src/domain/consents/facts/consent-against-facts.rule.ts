import { findStatedAmounts, containsReward } from './form-amounts.rule';
import { durationsIn, type NumberRange, containsMinutes } from './form-numbers.rule';
import { type CheckedLanguage, type FormWords, formWords } from './form-words.rule';
import type { StudyFacts, RecordingKind } from './facts';

/** A text of a consent form; `locale` is null if its author did not set one. */
export interface ConsentFormText {
  locale: string | null;
  body_markdown: string;
}

/**
 * A difference between the consent form and the study. It is a hint for a person to judge, and
 * blocks nothing.
 */
export type ConsentDifference =
  | { code: 'minutes'; said: string; count: number; known: number }
  | { code: 'minutes_missing'; known: number }
  | { code: 'median'; said: string; count: number; known: number; people: number }
  | { code: 'reward'; said: string }
  | { code: 'reward_missing' }
  | { code: 'reward_none'; said: string }
  | { code: 'recording_missing' | 'recording_denied'; what: RecordingKind }
  | { code: 'devices_missing' }
  | { code: 'host_missing'; host: string }
  | { code: 'anonymous_but_start' | 'anonymous_but_completion' }
  | { code: 'names_but_anonymous' | 'names_missing' | 'by_agreement' | 'others_missing' }
  /** The text was not checked, because there is no list of words for its language. */
  | { code: 'not_checked' };
export type ConsentFinding = ConsentDifference & { locale: string | null };

/** Removes Markdown characters. Each paragraph, heading and list item becomes one line. */
const plain = (markdown: string) =>
  markdown
    .normalize('NFC')
    .replaceAll(/&nbsp;|[\u00A0\u202F\u2009]/g, ' ')
    .replaceAll(/\\([\\`*[\]<])/g, '$1')
    .replaceAll(/[*`]/g, '')
    .replaceAll(/\r/g, '')
    .replaceAll(/\n(?=[^\n#\-+\d\s])(?<=[^\n]\n)/g, ' ');
const sentencesOf = (text: string) => text.split(/(?<=[.!?])\s+|\n+/);

/**
 * A text counts as written in a language if at least this share of its words are among the
 * language's frequent words.
 */
const leastUsual = 0.1;

function languageOf({ locale }: ConsentFormText, text: string): CheckedLanguage | null {
  const said = locale?.toLowerCase().split('-')[0];
  if (said !== undefined) return said === 'en' || said === 'de' ? said : null;
  const count = (language: CheckedLanguage) =>
    [...text.matchAll(new RegExp(`(?<!\\p{L})(?:${formWords[language].usual})(?!\\p{L})`, 'giu'))]
      .length;
  const [en, de] = [count('en'), count('de')];
  const words = text.split(/\s+/).length;
  if (Math.max(en, de) < words * leastUsual) return null;
  return en >= de ? 'en' : 'de';
}

const written = ({ low, high }: NumberRange) => (low === high ? `${low}` : `${low}–${high}`);

function ofMinutes(
  text: string,
  words: FormWords,
  { minutes, median }: StudyFacts,
): ConsentDifference[] {
  const said = durationsIn(text, words);
  const [first] = said;
  if (!first) return [{ code: 'minutes_missing', known: minutes }];
  if (!containsMinutes(said, minutes))
    return [{ code: 'minutes', said: written(first), count: first.high, known: minutes }];
  if (!median) return [];
  const { minutes: known, people } = median;
  const isFar = said.every(({ low, high }) => known > high * 1.5 || known < low / 2);
  return isFar
    ? [
        {
          code: 'median',
          said: written(first),
          count: first.high,
          known: Math.round(known),
          people,
        },
      ]
    : [];
}

function ofReward(
  text: string,
  words: FormWords,
  { reward, minutes }: StudyFacts,
): ConsentDifference[] {
  const said = findStatedAmounts(text, words, reward);
  const [first] = said;
  if (!reward) return first ? [{ code: 'reward_none', said: first.written }] : [];
  if (containsReward(said, reward, minutes)) return [];
  return first ? [{ code: 'reward', said: first.written }] : [{ code: 'reward_missing' }];
}

function ofRecording(text: string, words: FormWords, what: RecordingKind): ConsentDifference[] {
  const word = words[what];
  const isNamed = new RegExp(word, 'iu');
  const named = sentencesOf(text).filter((one) => isNamed.test(one));
  if (named.length === 0) return [{ code: 'recording_missing', what }];
  const denied = words.denied.map(
    (form) =>
      new RegExp(form.replaceAll(String.raw`\w`, String.raw`[\p{L}\d]`).replace('{}', word), 'iu'),
  );
  return named.every((one) => denied.some((form) => form.test(one)))
    ? [{ code: 'recording_denied', what }]
    : [];
}

/**
 * Whether the text names the host: by the complete name (`app.qualtrics.com`), by a domain above it
 * (`qualtrics.com`), or by the label before the ending ("Qualtrics").
 */
function namesHost(text: string, host: string): boolean {
  const lower = text.toLowerCase();
  const labels = host.toLowerCase().split('.');
  const above = labels.slice(0, -1).map((_, i) => labels.slice(i).join('.'));
  const brand = labels.at(-2) ?? '';
  const isNumber = /^[\d.]+$|^\[/.test(host);
  if (isNumber) return lower.includes(host);
  return (
    above.some((name) => lower.includes(name)) ||
    (brand.length > 3 && new RegExp(`(?<![\\p{L}\\d])${brand}(?![\\p{L}\\d])`, 'u').test(lower))
  );
}

function ofPrivacy(text: string, words: FormWords, facts: StudyFacts): ConsentDifference[] {
  const { privacy, anonymity } = facts;
  const denies = new RegExp(words.denies, 'iu');
  const says = (source: string, evenDenied = false) =>
    sentencesOf(text).some(
      (one) => new RegExp(source, 'iu').test(one) && (evenDenied || !denies.test(one)),
    );
  if (privacy === 'anonymous') {
    if (says(words.seesNames)) return [{ code: 'names_but_anonymous' }];
    return anonymity === 'by_agreement' && says(words.impossible, true)
      ? [{ code: 'by_agreement' }]
      : [];
  }
  if (says(words.anonymous))
    return [
      { code: privacy === 'roster_on_start' ? 'anonymous_but_start' : 'anonymous_but_completion' },
    ];
  return says(words.names, true) ? [] : [{ code: 'names_missing' }];
}

function differences(text: string, words: FormWords, facts: StudyFacts): ConsentDifference[] {
  const has = (source: string) => new RegExp(source, 'iu').test(text);
  const isAnyDevice = facts.devices.length === 0 || facts.devices.some((kind) => has(words[kind]));
  return [
    ...ofMinutes(text, words, facts),
    ...ofReward(text, words, facts),
    ...facts.recordings.flatMap((what) => ofRecording(text, words, what)),
    ...(isAnyDevice ? [] : [{ code: 'devices_missing' as const }]),
    ...facts.hosts
      .filter((host) => !namesHost(text, host))
      .map((host) => ({ code: 'host_missing' as const, host })),
    ...ofPrivacy(text, words, facts),
    ...(facts.shares && !has(words.others) ? [{ code: 'others_missing' as const }] : []),
  ];
}

/**
 * Compares each text of a consent form with the study. The check searches for words and does not
 * understand the text, so an empty result does not mean that the form is right.
 */
export const compareConsentWithFacts = (
  texts: readonly ConsentFormText[],
  facts: StudyFacts,
): ConsentFinding[] =>
  texts.flatMap((one): ConsentFinding[] => {
    const text = plain(one.body_markdown);
    const language = languageOf(one, text);
    return language === null
      ? [{ code: 'not_checked', locale: one.locale }]
      : differences(text, formWords[language], facts).map((found) => ({
          ...found,
          locale: one.locale,
        }));
  });
