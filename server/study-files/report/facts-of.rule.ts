import { noFacts, type Facts } from './facts.rule';
import { isLibraryFile, libraryIn, needOf } from './libraries.rule';
import { pageFacts } from './page-facts.rule';
import { scriptFacts } from './script-facts.rule';
import { styleFacts } from './style-facts.rule';

/** What one file says, by the kind that its name tells. */
export function factsOf(path: string, text: string): Facts {
  if (/\.x?html?$/i.test(path)) return pageFacts(text);
  if (/\.css$/i.test(path)) return styleFacts(text);
  if (!isLibraryFile(path, text))
    return scriptFacts(text, /\.mjs$/i.test(path) ? 'module' : 'either');
  const library = libraryIn(path, text);
  const need = needOf(path);
  return {
    ...noFacts(),
    libraries: library ? [library] : [],
    found: need ? [{ code: need, line: null, detail: null }] : [],
  };
}
