/** Characters that may surround the name of a file in HTML and scripts. */
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

/** The name by which texts mention a script: the last word of its file name, without spaces and brackets. */
export const mentionOf = (path: string): string => lastWord(path.slice(path.lastIndexOf('/') + 1));

/**
 * The scripts that a text mentions, in one pass over it, however many there are.
 * @param scripts by `mentionOf`
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
