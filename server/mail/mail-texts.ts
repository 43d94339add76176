import type { Language } from '../../contracts/base/languages';
import type english from '../../locales/en/server-mail.json';
import { Texts } from '../platform/i18n/texts';

/** The texts that every mail shares. */
export const mailTexts = new Texts<typeof english>('server-mail');

const format = (language: Language, at: Date, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    ...options,
    timeZone: 'UTC',
  }).format(at);

/** In UTC and with the zone's name, since the server does not know the recipient's time zone. */
export const moment = (language: Language, at: Date) =>
  `${format(language, at, { dateStyle: 'long', timeStyle: 'short' })} UTC`;
export const day = (language: Language, at: Date) => format(language, at, { dateStyle: 'long' });
