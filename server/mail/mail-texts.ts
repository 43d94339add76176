import type { Language } from '../../contracts/languages';
import { de } from './locales/de';
import { en } from './locales/en';
import type { MailTexts } from './mail-words';

const texts: Partial<Record<Language, MailTexts>> = { en, de };

/** English where a language has no mails of its own yet (SPEC 1). */
export const textsIn = (language: Language): { language: Language; texts: MailTexts } => {
  const own = texts[language];
  return own ? { language, texts: own } : { language: 'en', texts: en };
};

/** Nobody told us the reader's time zone, so the zone stands beside the time. */
export const moment = (language: Language, at: Date) =>
  `${new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(at)} UTC`;
export const day = (language: Language, at: Date) =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(at);
