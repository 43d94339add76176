import { transliterate } from 'transliteration';

/** German and Greek letters as banks there write them in a transfer; other letters lose their marks. */
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

/** All characters of SEPA transfers (EPC217-08): those that every bank takes. */
const others = /[^A-Za-z0-9/\-?:().,'+ ]/g;

/**
 * A name in the characters of SEPA; `NOTPROVIDED` where none is left.
 * @param most characters
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
