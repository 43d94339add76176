import { parse } from 'acorn';
import { LRUCache } from 'lru-cache';

const known = new LRUCache<string, { said: string | null }>({ max: 5_000 });

/** The function that the text becomes, as in web/src/builder-player/scripts.ts. */
const within = {
  expression: (text: string) => `"use strict"; function f() { return (${text}\n); }`,
  statements: (text: string) => `"use strict"; function f() { ${text}\n }`,
};

/** The fault in a timeline's JavaScript; null where it can be parsed. */
export function jsFault(text: string, kind: keyof typeof within): string | null {
  const key = `${kind}:${text}`;
  const before = known.get(key);
  if (before) return before.said;
  const said =
    text.trim() === '' && kind === 'expression' ? 'empty' : readFault(within[kind](text));
  known.set(key, { said });
  return said;
}

function readFault(code: string): string | null {
  try {
    parse(code, { ecmaVersion: 'latest' });
    return null;
  } catch (error) {
    // The position in the error message is left out, since it counts our own code around the researcher's.
    return error instanceof SyntaxError
      ? error.message.replace(/\s*\(\d+:\d+\)$/, '')
      : 'nested too deeply';
  }
}
