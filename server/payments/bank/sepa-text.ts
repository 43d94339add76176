import anyAscii from 'any-ascii';

/** Letters that banks in Germany and Greece transliterate in another way than `any-ascii`. */
const custom: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  Ä: 'Ae',
  Ö: 'Oe',
  Ü: 'Ue',
  ου: 'ou',
  ού: 'ou',
  Ου: 'Ou',
  ΟΥ: 'OU',
};
const customLetters = new RegExp(Object.keys(custom).join('|'), 'g');

/** Matches characters outside of the SEPA character set (EPC217-08), which every bank accepts. */
const others = /[^A-Za-z0-9/\-?:().,'+ ]/g;

/**
 * Converts a name to the SEPA character set; returns `NOTPROVIDED` if nothing is left.
 * @param most the highest number of characters
 */
export function sepaText(name: string, most: number): string {
  const latin = name
    .normalize('NFC')
    .replace(customLetters, (letters) => custom[letters] ?? letters)
    // Symbols are not transliterated: any-ascii would replace an emoji by its name.
    .replace(/[\p{L}\p{M}\p{N}\p{P}]+/gu, anyAscii)
    .replaceAll('&', '+')
    .replace(others, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
    .slice(0, most)
    .trim();
  return /[A-Za-z0-9]/.test(latin) ? latin : 'NOTPROVIDED';
}
