/** Words, spaces and punctuation; in scripts without spaces, the words that a reader would see. */
export function wordsOf(text: string, locale: string | null): string[] {
  if (!('Segmenter' in Intl)) return text.match(/[\p{L}\p{M}\p{N}]+|\s+|./gsu) ?? [];
  const segmenter = new Intl.Segmenter(locale ?? undefined, { granularity: 'word' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
