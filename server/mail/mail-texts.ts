import type { Language } from '../../contracts/base/languages';
import { de } from './locales/de';
import { en } from './locales/en';

/** The texts of some mails by language. English is complete, other languages may be missing. */
export type Translations<Texts> = { readonly en: Texts } & Partial<Record<Language, Texts>>;

/** The texts that every mail shares. */
export const sharedTexts: Translations<typeof en> = { en, de };

/** English where the texts do not exist in this language (docs/specification.md, 1). */
export const textsIn = <Texts>(
  translations: Translations<Texts>,
  language: Language,
): { language: Language; texts: Texts } => {
  const texts = translations[language];
  return texts === undefined ? { language: 'en', texts: translations.en } : { language, texts };
};

const format = (language: Language, at: Date, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    ...options,
    timeZone: 'UTC',
  }).format(at);

/** In UTC and with the zone's name, since the server does not know the recipient's time zone. */
export const moment = (language: Language, at: Date) =>
  `${format(language, at, { dateStyle: 'long', timeStyle: 'short' })} UTC`;
export const day = (language: Language, at: Date) => format(language, at, { dateStyle: 'long' });
