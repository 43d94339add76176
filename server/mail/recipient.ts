import { Language } from '../../contracts/languages';
import type { RenderedMail } from './mail-sender';
import type { Mail } from './mail-document';
import type { Locale } from './locale';

/** The columns that every letter's query reads of its recipient. */
export interface Recipient {
  email: string;
  first_name: string;
  last_name: string;
  language: string;
}
export const recipientColumns = 'a.email, a.first_name, a.last_name, a.language';

export const localeOf = ({ first_name, language }: Recipient, web: string): Locale => ({
  first_name,
  language: Language.catch('en').parse(language),
  web,
});
/**
 * To an address that nobody has verified: no name in its headers either, since whoever typed the
 * address chose the name.
 */
export const mailToUnverified = ({ email }: Recipient, mail: Mail): RenderedMail => ({
  to: { name: '', address: email },
  mail,
});
export const mailTo = ({ email, first_name, last_name }: Recipient, mail: Mail): RenderedMail => ({
  to: { name: `${first_name} ${last_name}`, address: email },
  mail,
});
