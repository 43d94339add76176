import {
  fieldErrorCodes,
  generalErrors,
  type ErrorCode,
  type FieldErrorCode,
} from '../../../contracts/base/errors';
import type { Language } from '../../../contracts/base/languages';
import type english from '../../../locales/en/server-platform.json';
import { Texts, type Sentence, type TextValues } from './texts';

export const platformTexts = new Texts<typeof english>('server-platform');

/**
 * The values in an error's sentence. A context passes a function for a value that must be
 * translated.
 */
export type ErrorParams = Readonly<Record<string, string | number | Sentence>>;

/**
 * The states of participations, sessions, accounts, invitations and courses that an error's
 * sentence may mention.
 */
export const refusalStateCodes = [
  'waitlisted',
  'offered',
  'enrolled',
  'started',
  'completed',
  'approved',
  'rejected',
  'withdrawn',
  'offer_expired',
  'timed_out',
  'screened_out',
  'declined_consent',
  'no_show',
  'nullified',
  'scheduled',
  'active',
  'paused',
  'closed',
  'new',
  'disabled',
  'deleting',
  'revoked',
  'draft',
  'open',
  'archived',
] as const satisfies readonly (keyof typeof english.state)[];

/** Returns the name of a state in a language. A state without a text is returned as its code. */
function stateInWords(code: string, language: Language): string {
  const known = refusalStateCodes.find((one) => one === code.toLowerCase());
  return known ? platformTexts.in(language).t(`state.${known}`) : code;
}

/**
 * The error codes of a context: the HTTP status of each code, and a function that returns its
 * sentence.
 */
export interface DeclaredErrors {
  readonly codes: Readonly<Record<string, number>>;
  readonly sentence: (code: string, values: TextValues) => Sentence;
}

/**
 * Declares the error codes of a context.
 * @param sentence returns the sentence of a code; its type requires a sentence for each code
 */
export const declareErrors = <Codes extends Readonly<Record<string, number>>>(
  codes: Codes,
  sentence: (code: keyof Codes & string, values: TextValues) => Sentence,
): DeclaredErrors => ({ codes, sentence: (code, values) => sentence(code, values) });

/**
 * Codes for invalid fields that only one context has, and a function that returns the sentence of
 * each.
 */
export interface DeclaredFieldErrors {
  readonly codes: readonly string[];
  readonly sentence: (code: string) => Sentence;
}

/**
 * Declares a context's codes for invalid fields.
 * @param sentence returns the sentence of a code; its type requires a sentence for each code
 */
export const declareFieldErrors = <Code extends string>(
  codes: readonly Code[],
  sentence: (code: Code) => Sentence,
): DeclaredFieldErrors => ({ codes, sentence: (code) => sentence(code as Code) });

const sentences = new Map<string, DeclaredErrors['sentence']>();
const fieldSentences = new Map<string, Sentence>();

/** Registers the sentences of a context's codes. Idempotent. */
export function registerErrorTexts({ codes, sentence }: DeclaredErrors): void {
  for (const code of Object.keys(codes)) sentences.set(code, sentence);
}

/** Registers the sentences of a context's codes for invalid fields. Idempotent. */
export function registerFieldTexts({ codes, sentence }: DeclaredFieldErrors): void {
  for (const code of codes) fieldSentences.set(code, sentence(code));
}

const isGeneral = (code: string): code is keyof typeof generalErrors =>
  Object.hasOwn(generalErrors, code);

const sentenceOf = (code: string, values: TextValues): Sentence =>
  isGeneral(code)
    ? platformTexts.sentence(`error.${code}`, values)
    : (sentences.get(code)?.(code, values) ?? (() => code));

/**
 * Returns the sentence of an error code in the language of the request, or in English if that
 * language has none. If the parameter `from` is the code of a state, the sentence names the state.
 * If no registered context declares the code, the sentence is the code itself.
 */
export const describeError = (
  code: ErrorCode,
  language: Language,
  params: ErrorParams = {},
): string =>
  sentenceOf(
    code,
    Object.fromEntries(
      Object.entries(params).map(([name, value]) => [
        name,
        typeof value === 'function'
          ? value(language)
          : name === 'from'
            ? stateInWords(String(value), language)
            : value,
      ]),
    ),
  )(language);

const isGeneralField = (code: string): code is FieldErrorCode =>
  fieldErrorCodes.some((one) => one === code);

/**
 * Returns the sentence of a code for an invalid field.
 * @param character an invisible character of the field, such as `U+200B`
 */
export function describeFieldError(code: string, language: Language, character?: string): string {
  const { t } = platformTexts.in(language);
  if (character !== undefined) return t('unseen_character', { character });
  if (isGeneralField(code)) return t(`field.${code}`);
  return fieldSentences.get(code)?.(language) ?? t('field.invalid');
}
