import { parse } from 'acorn';
import { LRUCache } from 'lru-cache';

const known = new LRUCache<string, { said: string | null }>({ max: 5_000 });

/**
 * Puts the researcher's JavaScript into a function, as web/src/builder-player/scripts.ts does. This
 * server only parses the function and never runs it.
 */
const within = {
  expression: (text: string) => `"use strict"; function f() { return (${text}\n); }`,
  statements: (text: string) => `"use strict"; function f() { ${text}\n }`,
};

/** Returns the message of the syntax error in a timeline's JavaScript; null if there is none. */
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
    // The error's message ends with a position. It is removed, because it counts from the beginning
    // of the function around the researcher's code.
    return error instanceof SyntaxError
      ? error.message.replace(/\s*\(\d+:\d+\)$/, '')
      : 'nested too deeply';
  }
}
