/**
 * Matches each possible file name in a text: the longest part without characters that surround file
 * names in HTML and scripts.
 */
const word = /[^\s/\\"'`<>=?#(),;:&|{}[\]!*+]+/g;
const longest = 255;

const lastWord = (text: string): string => text.match(word)?.at(-1) ?? text;
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Returns the text by which a script is found in pages and scripts that mention it: its file name, or
 * the part of that name after the last space, bracket or similar character.
 */
export const scriptSearchTermOf = (path: string): string =>
  lastWord(path.slice(path.lastIndexOf('/') + 1));

/**
 * Finds the scripts whose names occur in a text. The text is searched once, however many scripts
 * there are.
 * @param scripts the result of `scriptSearchTermOf` for each script
 */
export function scriptsMentionedIn(text: string, scripts: ReadonlySet<string>): Set<string> {
  const found = new Set<string>();
  if (scripts.size === 0) return found;
  for (const [one] of text.matchAll(word)) {
    if (one.length > 3 * longest) continue;
    const name = one.includes('%') ? lastWord(decoded(one)) : one;
    if (scripts.has(name)) found.add(name);
  }
  return found;
}
