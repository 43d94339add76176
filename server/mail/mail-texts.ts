import type { Language } from '../../contracts/base/languages';
import type english from '../../locales/en/server-mail.json';
import { Texts } from '../platform/i18n/texts';

/** The texts that every mail shares. */
export const mailTexts = new Texts<typeof english>('server-mail');

const format = (language: Language, at: Date, options: Intl.DateTimeFormatOptions, zone = 'UTC') =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    ...options,
    timeZone: zone,
  }).format(at);

/** With the name of the zone: that which the recipient has told us, where it is known, else UTC. */
export function moment(language: Language, at: Date, zone?: string | null): string {
  const style = { dateStyle: 'long', timeStyle: 'short' } as const;
  return zone
    ? `${format(language, at, style, zone)} (${zone})`
    : `${format(language, at, style)} UTC`;
}
export const day = (language: Language, at: Date) => format(language, at, { dateStyle: 'long' });
