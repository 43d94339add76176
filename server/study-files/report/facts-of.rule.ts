import { hasTooManyAddresses } from '../libraries/with-copies.rule';
import { needsReason } from '../../../contracts/study-files/study-findings';
import { makeEmptyFacts, type StudyFileFacts, type Reference } from './facts.rule';
import { timelinePath } from '../timeline-files/folder.rule';
import { recordBundledLibraries } from './result-storage/bundles.rule';
import {
  hasLibraryName,
  isLibraryFile,
  recognizeLibrary,
  recordingDeviceOf,
} from '../libraries/recognized-libraries.rule';
import { pageFacts } from './page-facts.rule';
import { scriptFacts } from './script-facts.rule';
import { packageFacts } from './sources/package-facts.rule';
import { styleFacts } from './style-facts.rule';
import {
  recordBrowserReadsInText,
  recordLibraryBrowserReads,
} from './browser-reads/browser-read-facts.rule';
import { timelineFacts } from './browser-reads/timeline-facts.rule';

const tooMany = { code: 'too_many_addresses', line: null, detail: null } as const;

/**
 * Reads the facts about one file, by its type. If a file is nested so deeply that the parser
 * overflows the call stack, the only fact is that the file was not checked.
 * @param isCopy whether the file equals, byte for byte, a file that this server has itself: a
 * library file, or a file of the builder's player
 */
export function readFileFacts(path: string, text: string, isCopy = false): StudyFileFacts {
  try {
    const facts = readFacts(path, text, isCopy);
    return hasTooManyAddresses(text) ? { ...facts, found: [...facts.found, tooMany] } : facts;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { ...makeEmptyFacts(), found: [{ code: 'not_checked', line: null, detail: null }] };
  }
}

const isPackage = (path: string) => /(^|\/)package\.json$/.test(path);

/**
 * Finds the address of the style sheet of Google Fonts in a file of OSWeb. Without this style
 * sheet, OSWeb does not start.
 */
const fontsIn = (text: string): Reference[] =>
  text.includes('//fonts.googleapis.com/')
    ? [{ address: 'https://fonts.googleapis.com/', line: 1, from: 'text' }]
    : [];

/**
 * Matches imports with constant addresses, also without spaces, as minifiers write them. Dynamic
 * imports and `require` do not match.
 */
const imports =
  /(?:^|[;}\n])\s{0,20}(?:import|export)(?:[\w$*{},\s]{0,300}from)?\s{0,20}["']((?:https?:|\.{0,2}\/)[^"'\s]{1,2000})["']/g;
const loadsLater = /\bcreateElement\(["']script["']\)|\bimport\((?!["'])/;

/** Finds the imports in a file that is not parsed, and whether the file loads further files. */
function readBundle(facts: StudyFileFacts, text: string): void {
  let [line, at] = [1, 0];
  for (const { 1: address = '', index } of text.matchAll(imports)) {
    line += text.slice(at, index).split('\n').length - 1;
    at = index;
    facts.references.push({ address, line, from: 'file' });
  }
  if (loadsLater.test(text)) facts.loadsComputed = true;
}

function readFacts(path: string, text: string, isCopy: boolean): StudyFileFacts {
  if (path === timelinePath) return timelineFacts(text);
  if (isPackage(path)) return packageFacts(text);
  if (/\.x?html?$/i.test(path)) return pageFacts(text);
  if (/\.css$/i.test(path)) return styleFacts(text);
  if (!isLibraryFile(path, text)) {
    const facts = scriptFacts(text, /\.mjs$/i.test(path) ? 'module' : 'either');
    // If `isCopy` is true, this is a script of the builder's player. It is parsed, because it
    // contains the call that ends the study. Researchers did not write it, so findings for which
    // they would have to give a reason are removed.
    return isCopy
      ? { ...facts, found: facts.found.filter(({ code }) => !needsReason(code)) }
      : facts;
  }
  const library = recognizeLibrary(path, text);
  const need = recordingDeviceOf(path);
  const facts: StudyFileFacts = {
    ...makeEmptyFacts(),
    references: library?.name === 'OSWeb' ? fontsIn(text) : [],
    libraries: library ? [library] : [],
    found: need ? [{ code: need, line: null, detail: null }] : [],
  };
  // Browsers do not load files from node_modules, so a bundled library in such a file is not one
  // that the study uses.
  if (library === null && !/(^|\/)node_modules\//i.test(path)) recordBundledLibraries(facts, text);
  // A minified file without the name of a library probably contains the study's own code, from a
  // bundler. So its imports are read as well.
  if (!isCopy && !hasLibraryName(path)) readBundle(facts, text);
  if (!isCopy)
    (hasLibraryName(path) ? recordLibraryBrowserReads : recordBrowserReadsInText)(facts, text);
  return facts;
}
