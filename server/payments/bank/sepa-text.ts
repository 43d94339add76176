import { transliterate } from 'transliteration';

/**
 * German and Greek letters are written as banks in Germany and Greece transliterate them; other
 * letters lose their diacritics.
 */
const custom: [string, string][] = [
  ['ä', 'ae'],
  ['ö', 'oe'],
  ['ü', 'ue'],
  ['Ä', 'Ae'],
  ['Ö', 'Oe'],
  ['Ü', 'Ue'],
  ['ου', 'ou'],
  ['ού', 'ou'],
  ['Ου', 'Ou'],
  ['ΟΥ', 'OU'],
];

/** Matches characters outside of the SEPA character set (EPC217-08), which every bank accepts. */
const others = /[^A-Za-z0-9/\-?:().,'+ ]/g;

/**
 * Converts a name to the SEPA character set; returns `NOTPROVIDED` if nothing is left.
 * @param most the highest number of characters
 */
export function sepaText(name: string, most: number): string {
  const latin = transliterate(name.normalize('NFC'), { replace: custom })
    .replaceAll('&', '+')
    .replace(others, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
    .slice(0, most)
    .trim();
  return /[A-Za-z0-9]/.test(latin) ? latin : 'NOTPROVIDED';
}
