/** The character encodings of a text file. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof encodings)[number];

/**
 * Recognises UTF-16 ("Unicode" in spreadsheets) by its byte order mark or, without one, because every other byte of a
 * plain text is zero.
 * @param first the first bytes of a file: at least four, if the file has four
 */
export function detectUtf16(first: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [a, b, c, d] = first;
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a !== 0 && b === 0 && c !== 0 && d === 0) return 'utf-16le';
  return a === 0 && b !== 0 && c === 0 && d !== 0 ? 'utf-16be' : null;
}

export interface DecodedText {
  readonly text: string;
  readonly encoding: Encoding;
}

/**
 * Decodes the text of a file that a spreadsheet wrote: UTF-8 with or without a byte order mark,
 * UTF-16, or else Windows-1252, the default of western spreadsheets. Windows-1252 is only a guess,
 * which the web page shows to the researcher.
 */
export function decodeTableText(bytes: Uint8Array): DecodedText {
  const utf16 = detectUtf16(bytes);
  if (utf16) return { text: new TextDecoder(utf16).decode(bytes), encoding: utf16 };
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { text, encoding: 'utf-8' };
  } catch {
    const text = new TextDecoder('windows-1252').decode(bytes);
    return { text, encoding: 'windows-1252' };
  }
}
