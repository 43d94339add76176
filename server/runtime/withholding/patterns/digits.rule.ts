/** The value of each decimal digit of Unicode that is not ASCII. */
let values: Map<string, string> | undefined;

function valuesOfDigits(): Map<string, string> {
  const found = new Map<string, string>();
  const isDigit = /\p{Nd}/u;
  let run = 0;
  for (let code = 0x600; code < 0x1_fc00; code++) {
    if (code === 0xd800) code = 0xe000;
    const char = String.fromCodePoint(code);
    // A block of digits begins with a zero, and several blocks may follow each other (mathematical
    // digits).
    run = isDigit.test(char) ? run + 1 : 0;
    if (run > 0) found.set(char, String((run - 1) % 10));
  }
  return found;
}

const beyondLatin = /[\u0590-\u{10ffff}]/u;
/** A text without any of these characters has no digit. */
export const possibleDigitPattern = /[\d\u0590-\u{10ffff}]/u;
const anyDigit = /(?!\d)\p{Nd}/gu;

/** A text whose digits and colons are those of ASCII. */
export interface AsciiDigitText {
  readonly text: string;
  /** Maps an index in this text to the index in the original text; absent if they are equal. */
  readonly placeOf?: (place: number) => number;
}

const beyondPlane = /[\u{10000}-\u{10ffff}]/u;

/**
 * Converts all digits to ASCII. Digits beyond Unicode's basic plane take two positions in the
 * original text, and one in the converted text.
 */
export function withAsciiDigits(text: string): AsciiDigitText {
  if (!beyondLatin.test(text)) return { text };
  values ??= valuesOfDigits();
  const known = values;
  const valueOf = (digit: string) => known.get(digit) ?? digit;
  const plain = text.replace(anyDigit, valueOf).replace(/[：∶︓]/g, ':');
  if (!beyondPlane.test(text) || plain.length === text.length) return { text: plain };
  const places: number[] = [];
  let at = 0;
  for (const char of text) {
    for (let i = 0; i < valueOf(char).length; i++) places.push(at + i);
    at += char.length;
  }
  places.push(at);
  return { text: plain, placeOf: (place) => places[place] ?? text.length };
}

const positional = '〇一二三四五六七八九';
const mayBePositional =
  /[〇一二三四五六七八九]{2}|(?<!\p{Script=Han})[〇一二三四五六七八九](?!\p{Script=Han})/u;
/**
 * Converts Chinese digits that are written one by one (二〇二六) to ASCII; undefined for a text without
 * any.
 */
export const withPositionalDigits = (text: string): string | undefined =>
  mayBePositional.test(text)
    ? text.replace(/[〇一二三四五六七八九]/g, (digit) => String(positional.indexOf(digit)))
    : undefined;
