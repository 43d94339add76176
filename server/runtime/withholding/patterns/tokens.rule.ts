import { dateWordOf, wordPattern, type DateWord } from './date-lexicon.rule';

/** A number or a word of a text. */
export interface TextToken {
  readonly from: number;
  readonly to: number;
  /** The value of a number; undefined for a token that is a word. */
  readonly number: number | undefined;
  readonly digits: number;
  readonly word: DateWord | undefined;
}

const tokens = new RegExp(`\\d+|${wordPattern.source}`, 'gu');
/** Whether a digit follows directly behind these letters, as in a code: 5f1e2d3c. */
const isGlued = (said: string, text: string, from: number): boolean =>
  said.length <= 2 && isLatin.test(said) && /\d/.test(text.charAt(from + said.length));
const isLatin = /^[\p{Script=Latin}\p{M}]+$/u;

export function textTokensOf(text: string): TextToken[] {
  if (isAscii(text)) return asciiTokensOf(text);
  return [...text.matchAll(tokens)].map((match) =>
    tokenOf(text, match.index, match.index + match[0].length),
  );
}

const [zero, nine, a, z] = [48, 57, 97, 122] as const;
const isDigit = (code: number) => code >= zero && code <= nine;
const isLetter = (code: number) => (code | 32) >= a && (code | 32) <= z;

/**
 * Like `textTokensOf`, for ASCII texts, which most texts are. It uses no regular expression, which
 * would be slower: the duration of exports depends on it.
 */
function asciiTokensOf(text: string): TextToken[] {
  const found: TextToken[] = [];
  for (let from = 0; from < text.length;) {
    const code = text.charCodeAt(from);
    const is = isDigit(code) ? isDigit : isLetter(code) ? isLetter : undefined;
    if (!is) {
      from += 1;
      continue;
    }
    let to = from + 1;
    while (to < text.length && is(text.charCodeAt(to))) to += 1;
    found.push(tokenOf(text, from, to));
    from = to;
  }
  return found;
}

function tokenOf(text: string, from: number, to: number): TextToken {
  const digits = isDigit(text.charCodeAt(from)) ? to - from : 0;
  const said = digits > 8 ? '' : text.slice(from, to);
  if (digits > 0) return { from, to, number: Number(said), digits, word: undefined };
  const word = dateWordOf(said);
  const isCode = word !== undefined && isGlued(said, text, from);
  return { from, to, number: undefined, digits, word: isCode ? undefined : word };
}

export const isAscii = (text: string) => !/[^\n -~]/.test(text);
