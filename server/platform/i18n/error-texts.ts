import { fieldCodes, type ErrorCode, type FieldCode } from '../../../contracts/base/errors';
import type { Language } from '../../../contracts/base/languages';
import type english from '../../../locales/en/server-platform.json';
import { Texts, type Sentence } from './texts';

export const platformTexts = new Texts<typeof english>('server-platform');

/** The values of an error's sentence; a context gives a part that must be translated. */
export type ErrorParams = Readonly<Record<string, string | number | Sentence>>;

/**
 * The sentence of an error code in the language of the request, English where a language has none.
 */
export const describeError = (
  code: ErrorCode,
  language: Language,
  params: ErrorParams = {},
): string =>
  platformTexts
    .in(language)
    .t(
      `error.${code}`,
      Object.fromEntries(
        Object.entries(params).map(([name, value]) => [
          name,
          typeof value === 'function' ? value(language) : value,
        ]),
      ),
    );

const isFieldCode = (code: string): code is FieldCode =>
  (fieldCodes as readonly string[]).includes(code);

export const describeField = (code: string, language: Language): string =>
  platformTexts.in(language).t(`field.${isFieldCode(code) ? code : 'invalid'}`);
