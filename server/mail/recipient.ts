import { Language } from '../../contracts/base/languages';
import type { AddressedMail } from '../platform/messaging/mail-source';
import type { Locale } from './locale';
import { fullName } from '../../contracts/base/full-name.rule';

/** The columns of the view identity.person that the query of every mail reads. */
export interface Recipient {
  email: string;
  first_name: string;
  last_name: string;
  language: string;
  /** The account's time zone; absent for an address without an account. */
  zone?: string | null;
  region?: string | null;
}

/** Columns of identity.person under the alias `a`. */
export const recipientColumns = 'a.email, a.first_name, a.last_name, a.language, a.zone, a.region';

/**
 * SQL condition for the recipients of mails to administrators, which contain names and addresses of other people: not
 * for disabled accounts. `a` is an alias of identity.account_profile.
 */
export const isAdministrator = (a: string) =>
  `${a}.role = 'ADMINISTRATOR' AND ${a}.status = 'ACTIVE' AND ${a}.disabled_at IS NULL`;

export const localeOf = (
  { first_name, language, zone, region }: Recipient,
  web: string,
): Locale => ({
  first_name,
  zone,
  region,
  language: Language.catch('en').parse(language),
  web,
});

export type AddressOf = (recipient: Recipient) => AddressedMail['to'];

export const namedAddress: AddressOf = ({ email, ...names }) => ({
  name: fullName(names),
  address: email,
});

/**
 * The recipient's address without a name, for an address that is not verified. The person who registered it
 * also chose the name, and could send any text to a stranger in it.
 */
export const bareAddress: AddressOf = ({ email }) => ({ name: '', address: email });
