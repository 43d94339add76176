import { asciiDomain, mailDomainPattern } from './mail-domain';

/**
 * Matches the part of an address before the @. It may contain letters, digits and signs of any
 * script (RFC 6531), and the ASCII signs of an "atom" (RFC 5321, 4.1.2). Dots may be in any place,
 * since some mail servers have given out addresses such as `x.@docomo.ne.jp`. Quotation marks,
 * blanks, brackets, commas and control characters are refused: they have a special meaning in the
 * header of a mail.
 */
const local =
  /^(?:[a-z0-9!#$%&'*+/=?^_`{|}~.-]|(?![\p{Z}\p{C}\p{Default_Ignorable_Code_Point}])\P{ASCII})+$/u;
const localBytes = 64;
const addressBytes = 254;
const bytesOf = (text: string) => new TextEncoder().encode(text).length;

/**
 * Composes letters (NFC) and converts them to lower case. Lower case may leave a letter decomposed,
 * so the text is composed again.
 */
const folded = (text: string) => text.normalize('NFC').toLowerCase().normalize('NFC');

/**
 * Converts an email address to the form in which it is stored, compared and sent to: lower case,
 * letters composed (NFC), the domain in ASCII. Checks only the syntax; the verification mail proves
 * that the owner of the address reads it.
 * @returns null for a text that is not an address
 */
export function canonicalEmail(given: string): string | null {
  const text = given.trim();
  const at = text.lastIndexOf('@');
  if (at < 1) return null;
  const [name, domain] = [folded(text.slice(0, at)), asciiDomain(text.slice(at + 1))];
  const email = `${name}@${domain}`;
  return local.test(name) &&
    mailDomainPattern.test(domain) &&
    domain.length <= 253 &&
    bytesOf(name) <= localBytes &&
    bytesOf(email) <= addressBytes
    ? email
    : null;
}

/** The error code that says why a text is not an email address. */
export const emailErrorCode = (given: string): 'quoted_email' | 'invalid_email' =>
  /^\s*".*"@/.test(given) ? 'quoted_email' : 'invalid_email';

/** Whether the address needs a mail server with SMTPUTF8 (RFC 6531). */
export const needsSmtpUtf8 = (email: string) =>
  /\P{ASCII}/u.test(email.slice(0, email.lastIndexOf('@')));

/**
 * Returns the `mailto:` link of an address. Characters that would begin a query or a fragment are
 * percent-encoded.
 */
export const mailtoAddress = (email: string) => {
  const at = email.lastIndexOf('@');
  return `mailto:${encodeURIComponent(email.slice(0, at))}@${email.slice(at + 1)}`;
};
