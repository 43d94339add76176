import { Language } from '../../contracts/base/languages';
import type { AddressedMail } from '../platform/messaging/mail-source';
import type { MailLocale } from './locale';
import { fullName } from '../../contracts/base/full-name.rule';

/** The recipient's columns of the view identity.person, which the query of every mail reads. */
export interface Recipient {
  email: string;
  first_name: string;
  last_name: string;
  language: string;
  /** The account's time zone; absent for an address that belongs to no account. */
  zone?: string | null;
  region?: string | null;
}

/** SQL that selects the columns of `Recipient`; `a` is an alias of identity.person. */
export const recipientColumns = 'a.email, a.first_name, a.last_name, a.language, a.zone, a.region';

/**
 * SQL condition for administrators who get mails. Such mails contain names and addresses of other
 * people, so disabled accounts are left out.
 * @param a an alias of identity.account_profile
 */
export const isAdministratorSql = (a: string) =>
  `${a}.role = 'ADMINISTRATOR' AND ${a}.status = 'ACTIVE' AND ${a}.disabled_at IS NULL`;

export const mailLocaleOf = (
  { first_name, language, zone, region }: Recipient,
  web: string,
): MailLocale => ({
  first_name,
  zone,
  region,
  language: Language.catch('en').parse(language),
  web,
});

export type RecipientAddressFormat = (recipient: Recipient) => AddressedMail['to'];

export const addressWithName: RecipientAddressFormat = ({ email, ...names }) => ({
  name: fullName(names),
  address: email,
});

/**
 * The recipient's address without a name, for an address that is not verified. The person who
 * registered may have typed a stranger's address, and any text as the name. The mail must not
 * deliver that text to the stranger.
 */
export const addressWithoutName: RecipientAddressFormat = ({ email }) => ({
  name: '',
  address: email,
});
