/** Splits a text into words, spaces and punctuation, also in scripts without spaces. */
export function wordsOf(text: string, locale: string | null): string[] {
  if (!('Segmenter' in Intl)) return text.match(/[\p{L}\p{M}\p{N}]+|\s+|./gsu) ?? [];
  const segmenter = new Intl.Segmenter(locale ?? undefined, { granularity: 'word' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
