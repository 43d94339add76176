import type { ErrorCode, FieldCode } from '../../../contracts/base/errors';
import type { Language } from '../../../contracts/base/languages';
import { de } from './locales/de';
import { en } from './locales/en';

/** `reasons`: why metadata was refused, by the code that replaces `{reason}` in the sentence. */
export interface ErrorTexts {
  errors: Record<ErrorCode, string>;
  reasons: Record<string, string>;
  fields: Record<FieldCode, string>;
}

const texts: Partial<Record<Language, ErrorTexts>> = { en, de };
/** The languages of the error texts. */
export const spoken = Object.keys(texts) as Language[];

/**
 * The sentence of an error code in the language of the request, English where a language has none.
 */
export const describeError = (
  code: ErrorCode,
  language: Language,
  params: Record<string, string | number> = {},
) =>
  (texts[language] ?? en).errors[code].replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(params[name] ?? '');
    return name === 'reason' ? ((texts[language] ?? en).reasons[value] ?? value) : value;
  });

export const describeField = (code: string, language: Language): string => {
  const fields: Record<string, string> = (texts[language] ?? en).fields;
  return fields[code] ?? fields.invalid ?? code;
};
