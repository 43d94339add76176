/**
 * Matches a letter of Latin, Greek or Cyrillic, a digit, a punctuation mark, a symbol or a space.
 * The font contains these scripts. They are written left to right and without joined letters.
 */
const written =
  /^[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{Mn}\p{Nd}\p{P}\p{Sc}\p{Sm}\p{Sk}\p{So}\p{Zs}]$/u;

/**
 * Replaces characters by their Unicode numbers, such as `[U+4E2D]`: those that the document's font
 * lacks, and those of scripts written right to left or with joined letters, which would be rendered
 * wrongly without notice.
 * @param hasGlyph whether the font has a character
 */
export function toPrintableText(
  text: string,
  hasGlyph: (codePoint: number) => boolean,
): { text: string; isEscaped: boolean } {
  let isEscaped = false;
  const characters = [...text.normalize('NFC')].map((character) => {
    if (/\p{Zs}/u.test(character)) return ' ';
    const code = character.codePointAt(0) ?? 0;
    if (written.test(character) && hasGlyph(code)) return character;
    isEscaped = true;
    return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
  });
  return { text: characters.join(''), isEscaped };
}
