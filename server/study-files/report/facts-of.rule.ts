import { asksTooOften } from '../libraries/with-copies.rule';
import { noFacts, type Facts, type Reference } from './facts.rule';
import { isLibraryFile, libraryIn, needOf } from './libraries.rule';
import { pageFacts } from './page-facts.rule';
import { scriptFacts } from './script-facts.rule';
import { styleFacts } from './style-facts.rule';

const tooMany = { code: 'too_many_addresses', line: null, detail: null } as const;

/**
 * What one file says, by the kind that its name tells. A file that is nested too deeply to be looked
 * through (the stack of calls ends) says only that.
 */
export function factsOf(path: string, text: string): Facts {
  try {
    const facts = readFacts(path, text);
    return asksTooOften(text) ? { ...facts, found: [...facts.found, tooMany] } : facts;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { ...noFacts(), found: [{ code: 'not_checked', line: null, detail: null }] };
  }
}

/** OSWeb does not begin without them. */
const fontsIn = (text: string): Reference[] =>
  text.includes('//fonts.googleapis.com/')
    ? [{ address: 'https://fonts.googleapis.com/', line: 1, from: 'text' }]
    : [];

function readFacts(path: string, text: string): Facts {
  if (/\.x?html?$/i.test(path)) return pageFacts(text);
  if (/\.css$/i.test(path)) return styleFacts(text);
  if (!isLibraryFile(path, text))
    return scriptFacts(text, /\.mjs$/i.test(path) ? 'module' : 'either');
  const library = libraryIn(path, text);
  const need = needOf(path);
  return {
    ...noFacts(),
    references: library?.name === 'OSWeb' ? fontsIn(text) : [],
    libraries: library ? [library] : [],
    found: need ? [{ code: need, line: null, detail: null }] : [],
  };
}
