import { asksTooOften } from '../libraries/with-copies.rule';
import { isReasonKind } from '../../../contracts/study-files/study-findings';
import { noFacts, type Facts, type Reference } from './facts.rule';
import { timelinePath } from '../builder/folder.rule';
import { readHeardAsText } from './hearing/bundles.rule';
import { hasLibraryName, isLibraryFile, libraryIn, needOf } from './libraries.rule';
import { pageFacts } from './page-facts.rule';
import { scriptFacts } from './script-facts.rule';
import { packageFacts } from './sources/package-facts.rule';
import { styleFacts } from './style-facts.rule';
import { tellAsText, tellOfLibrary } from './telling/telling-facts.rule';
import { timelineFacts } from './telling/timeline-facts.rule';

const tooMany = { code: 'too_many_addresses', line: null, detail: null } as const;

/**
 * What one file contains, by the kind that its name says. A file that is nested too deeply to be read (the
 * call stack ends) says only that.
 * @param isCopy the file is a byte-for-byte copy of a library of this server, so its name can be believed
 */
export function factsOf(path: string, text: string, isCopy = false): Facts {
  try {
    const facts = readFacts(path, text, isCopy);
    return asksTooOften(text) ? { ...facts, found: [...facts.found, tooMany] } : facts;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { ...noFacts(), found: [{ code: 'not_checked', line: null, detail: null }] };
  }
}

const isPackage = (path: string) => /(^|\/)package\.json$/.test(path);

/** OSWeb does not begin without them. */
const fontsIn = (text: string): Reference[] =>
  text.includes('//fonts.googleapis.com/')
    ? [{ address: 'https://fonts.googleapis.com/', line: 1, from: 'text' }]
    : [];

/** Without blanks, as minifiers write them. Dynamic ones and `require` are not among them. */
const imports =
  /(?:^|[;}\n])\s{0,20}(?:import|export)(?:[\w$*{},\s]{0,300}from)?\s{0,20}["']((?:https?:|\.{0,2}\/)[^"'\s]{1,2000})["']/g;
const loadsLater = /\bcreateElement\(["']script["']\)|\bimport\((?!["'])/;

/** Of a file that is not parsed: what it imports, and whether it loads more by itself. */
function readBundle(facts: Facts, text: string): void {
  let [line, at] = [1, 0];
  for (const { 1: address = '', index } of text.matchAll(imports)) {
    line += text.slice(at, index).split('\n').length - 1;
    at = index;
    facts.references.push({ address, line, from: 'file' });
  }
  if (loadsLater.test(text)) facts.loadsComputed = true;
}

function readFacts(path: string, text: string, isCopy: boolean): Facts {
  if (path === timelinePath) return timelineFacts(text);
  if (isPackage(path)) return packageFacts(text);
  if (/\.x?html?$/i.test(path)) return pageFacts(text);
  if (/\.css$/i.test(path)) return styleFacts(text);
  if (!isLibraryFile(path, text)) {
    const facts = scriptFacts(text, /\.mjs$/i.test(path) ? 'module' : 'either');
    // The player of studies is such a copy: it ends the study, and nothing in it needs a reason.
    return isCopy
      ? { ...facts, found: facts.found.filter(({ code }) => !isReasonKind(code)) }
      : facts;
  }
  const library = libraryIn(path, text);
  const need = needOf(path);
  const facts: Facts = {
    ...noFacts(),
    references: library?.name === 'OSWeb' ? fontsIn(text) : [],
    libraries: library ? [library] : [],
    found: need ? [{ code: need, line: null, detail: null }] : [],
  };
  // What stands in a folder of packages may be asked for by no page.
  if (library === null && !/(^|\/)node_modules\//i.test(path)) readHeardAsText(facts, text);
  // A bundled and minified file is not necessarily a library.
  if (!isCopy && !hasLibraryName(path)) readBundle(facts, text);
  if (!isCopy) (hasLibraryName(path) ? tellOfLibrary : tellAsText)(facts, text);
  return facts;
}
