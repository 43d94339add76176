import { Language } from '../../contracts/languages';
import type { Letter } from './mail-sender';
import type { Mail } from './mail-document';
import type { Reader } from './locale';

/** The columns that every letter's query reads of its recipient. */
export interface Recipient {
  email: string;
  first_name: string;
  last_name: string;
  language: string;
}
export const recipientColumns = 'a.email, a.first_name, a.last_name, a.language';

export const readerOf = ({ first_name, language }: Recipient, web: string): Reader => ({
  first_name,
  language: Language.catch('en').parse(language),
  web,
});
/** To an address that nobody has verified: no name in its headers either, since whoever typed the address chose the name. */
export const letterToUnproven = ({ email }: Recipient, mail: Mail): Letter => ({
  to: { name: '', address: email },
  mail,
});
export const letterTo = ({ email, first_name, last_name }: Recipient, mail: Mail): Letter => ({
  to: { name: `${first_name} ${last_name}`, address: email },
  mail,
});
