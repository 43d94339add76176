import { friendlyFormatIBAN, isSEPACountry, isValidIBAN } from 'ibantools';

/*
 * Checks IBANs (ISO 13616): country, length, structure and check digits. The browser uses the same
 * code, so that a form refuses the same texts as the server.
 */

/**
 * Parses an IBAN into its electronic form: without spaces, in upper case. A Swiss QR-IBAN is
 * refused: a transfer to it needs a QR reference, which payouts do not have.
 * @returns null for a text that is not a valid IBAN
 */
export function canonicalIban(given: string): string | null {
  const written = given.replace(/\s+/g, '');
  if (!/^[a-z0-9]+$/i.test(written)) return null;
  const iban = written.toUpperCase();
  return isValidIBAN(iban, { allowQRIBAN: false }) ? iban : null;
}

/** The country of a canonical IBAN, ISO 3166-1 alpha-2. */
export const ibanCountry = (iban: string): string => iban.slice(0, 2);

/** The last four characters of an IBAN, the only part that its owner is shown. */
export const ibanLastCharacters = (iban: string): string => iban.slice(-4);

/** Formats an IBAN for people, in groups of four characters. */
export const formatIban = (iban: string): string => friendlyFormatIBAN(iban) ?? iban;

/** Whether an account can be paid by a SEPA credit transfer. */
export const isWithinSepa = (iban: string): boolean => isSEPACountry(ibanCountry(iban));
