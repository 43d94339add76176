import type { AnyNode, Expression } from 'acorn';
import { full } from 'acorn-walk';
import { isNamespaceAddress } from './address.rule';
import { completionCodeIn } from './completion-code.rule';
import { addFindingOnce, makeEmptyFacts, type StudyFileFacts, type Reference } from './facts.rule';
import { usesSharedData } from './shared-data.rule';
import { parseScript, type ScriptKind } from './script-syntax.rule';
import { findUnshownFrame } from './sources/framed.rule';
import { recordBundledLibraries } from './result-storage/bundles.rule';
import {
  recordResultStoringCall,
  recordResultStoringObject,
  recordResultStoringText,
} from './result-storage/stored-results.rule';
import { recordingDeviceOf } from '../libraries/recognized-libraries.rule';
import { withoutWindow, dottedName, literalText } from './browser-reads/script-nodes.rule';
import { recordMediaConstraints, recordMediaRequest } from './browser-reads/media-facts.rule';
import {
  recordBrowserReads,
  recordBrowserReadsInText,
} from './browser-reads/browser-read-facts.rule';

const shownLength = 200;

const asks =
  /^(fetch|navigator\.sendBeacon|(\$|jQuery)\.(get|post|ajax|getJSON)|axios(\.\w+)?|importScripts)$/;
const group =
  /^jatos\.(joinGroup|sendGroupMsg(To)?|reassignGroup|setGroupFixed|leaveGroup|groupSession\b)/;
/** Matches calls of PsychoJS' shelf, which keeps data that participants share on PsychoJS' own server. */
const shelf = /(^|\.)psychoJS\.shelf\.\w+$/i;
const media =
  /\.(png|jpe?g|gif|svg|webp|bmp|avif|mp3|wav|og[gav]|m4a|aac|flac|mp4|webm|mov|x?html?)$/i;
/** Matches a tag up to its address. The lengths are bounded, since a tag may have no end. */
const tagAddress =
  /<[^<>]{0,500}?\b(?:src|poster)\s{0,50}=\s{0,50}\\?(?:"([^"<>\\]{1,2000})\\?"|'([^'<>\\]{1,2000})\\?')/gi;
const isPath = (text: string) =>
  text.length < 300 &&
  /^[^\s<>"'`|*?{}\\$][^<>"'`|*?{}\\$\n]*$/.test(text) &&
  media.test(text) &&
  !/^\./.test(text.replace(/^(\.{1,2}\/)+/, ''));

/** Matches names of scripts and style sheets, which code may load by name. */
const scriptName = /^[^\s<>"'`|*{}\\$?#]{1,300}\.(?:[cm]?js|css)(?:[?#].{0,300})?$/i;
/** Matches event handlers in HTML that a script contains as text. */
const handlers = /\bon[a-z]{3,20}\s{0,5}=\s{0,5}\\?(["'])(.{1,2000}?)\\?\1/g;
function readHandlers(facts: StudyFileFacts, text: string, line: number): void {
  for (const [, , code = ''] of text.matchAll(handlers)) {
    const { ends, stores } = handlerFacts(code, line);
    if (ends) facts.ends = true;
    if (stores) facts.stores = true;
  }
}

/**
 * Records what a string of a script contains: an address, a completion code, or the name of a
 * script.
 */
function readString(facts: StudyFileFacts, text: string, line: number): void {
  if (text.length < 4) return;
  if (scriptName.test(text)) (facts.names ??= []).push(text);
  recordResultStoringText(facts, text);
  const code = completionCodeIn(text);
  if (code) facts.found.push({ code: 'completion_code', line, detail: code });
  const refer = (address: string, from: Reference['from'] = 'text') =>
    facts.references.push({ address, line, from });
  if (/^(https?:|wss?:)?\/\/[\w-]+(\.[\w-]+)+/i.test(text) && !/\s/.test(text)) {
    if (!isNamespaceAddress(text) && !code) refer(text);
    return;
  }
  const framed = text.includes('<') ? findUnshownFrame(text) : null;
  if (framed) facts.found.push({ ...framed, line });
  if (text.includes('<')) readHandlers(facts, text, line);
  if (text.includes('<')) for (const [, a, b] of text.matchAll(tagAddress)) refer(a ?? b ?? '');
  else if (/^[\w./-]+\.(php|cgi|asp|aspx|jsp)(\?.*)?$/i.test(text))
    facts.found.push({ code: 'server_script', line, detail: text.slice(0, shownLength) });
  else if (isPath(text)) refer(text);
}

function readCall(
  facts: StudyFileFacts,
  name: string,
  given: readonly AnyNode[],
  line: number,
): void {
  const [first, second] = given;
  recordResultStoringCall(facts, name, given, line);
  if (name.endsWith('getUserMedia')) recordMediaRequest(facts, first, line);
  else if (name === 'navigator.serviceWorker.register')
    addFindingOnce(facts, 'service_worker', line);
  else if (name === 'open' || /(^|\.)location\.(assign|replace)$/.test(name)) {
    const to = literalText(first);
    // A study cannot open a window, so `open` is a finding whatever its address.
    if (to === null || name === 'open' || /^(https?:)?\/\//.test(to))
      facts.found.push({ code: 'leaves_page', line, detail: to?.slice(0, shownLength) ?? null });
  } else if (group.test(name)) facts.found.push({ code: 'jatos_group', line, detail: name });
  else if (shelf.test(name)) facts.found.push({ code: 'psychojs_shelf', line, detail: name });
  else if (name.startsWith('jatos.')) facts.libraries.push({ name: 'JATOS', version: null });
  else if (name === 'jsPsych.init') facts.libraries.push({ name: 'jspsych', version: '6' });
  else if (name === 'initJsPsych') facts.libraries.push({ name: 'jspsych', version: null });
  else if (name === 'lab.util.fromObject') facts.libraries.push({ name: 'lab.js', version: null });
  else if (asks.test(name) || name.endsWith('.open')) {
    const address = literalText(name.endsWith('.open') ? second : first);
    if (
      address &&
      !media.test(address) &&
      /^[\w./-]+$/.test(address) &&
      !/\.(php|cgi|aspx?|jsp)$/i.test(address)
    )
      facts.references.push({ address, line, from: 'text' });
  }
}

function readNew(facts: StudyFileFacts, name: string, line: number): void {
  if (name === 'Worker' || name === 'SharedWorker') addFindingOnce(facts, 'worker', line);
  else if (/(^|\.)PsychoJS$/.test(name)) facts.libraries.push({ name: 'PsychoJS', version: null });
  else if (/^lab\.\w+\.\w+$/.test(name)) facts.libraries.push({ name: 'lab.js', version: null });
  recordResultStoringObject(facts, name);
}

/**
 * Matches names of tables, fonts and similar files, which PsychoJS preloads. `readString` finds
 * pictures and sounds.
 */
const loaded = /^[^<>{}]+\.(xlsx?|csv|odp|json|ttf|otf|woff2?)$/i;

/** Records a file that PsychoJS loads (`{ name: …, path: … }`), or a survey that Pavlovia hosts. */
function readObject(facts: StudyFileFacts, properties: readonly AnyNode[], line: number): void {
  const values = new Map<string, AnyNode>();
  for (const one of properties)
    if (one.type === 'Property')
      values.set(dottedName(one.key) || (literalText(one.key) ?? ''), one.value);
  const path = literalText(values.get('path'));
  if (values.has('name') && path && loaded.test(path))
    facts.references.push({ address: path, line, from: 'text' });
  if (values.has('surveyId') && values.has('win'))
    facts.found.push({
      code: 'psychojs_survey',
      line,
      detail: literalText(values.get('surveyId')),
    });
}

/** Records the addresses to which PsychoJS redirects at its end. This server blocks redirects. */
function readRedirects(facts: StudyFileFacts, given: readonly AnyNode[], line: number): void {
  for (const address of given.map(literalText)) {
    if (!address) continue;
    facts.found.push({ code: 'leaves_page', line, detail: address.slice(0, shownLength) });
    const code = completionCodeIn(address);
    if (code) facts.found.push({ code: 'completion_code', line, detail: code });
  }
}

const stores = /^(localStorage|sessionStorage|indexedDB|caches|document\.cookie)$/;

function readAssignment(facts: StudyFileFacts, to: AnyNode, value: Expression, line: number): void {
  if (/(^|\.)src$/.test(dottedName(to)) && literalText(value) === null) facts.loadsComputed = true;
  if (!/(^|\.)location(\.href)?$/.test(dottedName(to))) return;
  const address = literalText(value);
  if (
    address === null
      ? /^(top|parent)\./.test(withoutWindow(dottedName(to)))
      : /^(https?:)?\/\//.test(address)
  )
    facts.found.push({ code: 'leaves_page', line, detail: address?.slice(0, shownLength) ?? null });
}

/**
 * Reads the facts about a script: what it loads, uses and contains.
 * @param firstLine the line of its file in which the text begins
 */
export function scriptFacts(
  text: string,
  kind: ScriptKind = 'either',
  firstLine = 1,
): StudyFileFacts {
  const facts = makeEmptyFacts();
  recordBundledLibraries(facts, text);
  const program = parseScript(text, kind);
  if (!('type' in program)) {
    const line = firstLine + (program.loc?.line ?? 1) - 1;
    const detail = program.message.replace(/ \(\d+:\d+\)$/, '').slice(0, shownLength);
    facts.found.push({ code: 'syntax_error', line, detail });
    recordBrowserReadsInText(facts, text, firstLine);
    return facts;
  }
  /**
   * Strings that were already recorded as the address of an import or a call, so that they are not
   * recorded a second time as ordinary strings.
   */
  const told = new Set<AnyNode>();
  const refer = (source: AnyNode | null | undefined, line: number) => {
    const address = literalText(source ?? undefined);
    if (!source || address === null) return;
    told.add(source);
    // Any other address, except data and blob URLs, is the name of a package. Browsers can load it
    // only if the page's import map has an address for it.
    if (/^(\.{0,2}\/|https?:)/.test(address))
      facts.references.push({ address, line, from: 'file' });
    else if (!/^(data|blob):/.test(address)) (facts.bare ??= []).push({ name: address, line });
  };
  // `full` visits a string before the import that contains the string. So a first pass collects the
  // strings of imports and redirects, which the second pass must skip.
  const nodes: AnyNode[] = [];
  full(program, (node) => void nodes.push(node));
  const lineOf = (node: AnyNode) => firstLine + (node.loc?.start.line ?? 1) - 1;
  for (const node of nodes) {
    if ('source' in node) refer(node.source, lineOf(node));
    if (node.type !== 'CallExpression' || !/\.setRedirectUrls$/.test(dottedName(node.callee)))
      continue;
    readRedirects(facts, node.arguments, lineOf(node));
    for (const one of node.arguments) told.add(one);
  }
  recordBrowserReads(facts, nodes, lineOf);
  for (const node of nodes) {
    const line = lineOf(node);
    if (usesSharedData(node)) addFindingOnce(facts, 'jatos_batch', line);
    if (node.type === 'Literal' && typeof node.value === 'string' && !told.has(node))
      readString(facts, node.value, line);
    else if (node.type === 'TemplateElement') readString(facts, node.value.cooked ?? '', line);
    else if (node.type === 'CallExpression')
      readCall(facts, withoutWindow(dottedName(node.callee)), node.arguments, line);
    else if (node.type === 'ImportExpression' && literalText(node.source) === null)
      facts.loadsComputed = true;
    else if (node.type === 'NewExpression')
      readNew(facts, withoutWindow(dottedName(node.callee)), line);
    else if (node.type === 'ObjectExpression') {
      readObject(facts, node.properties, line);
      recordMediaConstraints(facts, node);
    } else if (node.type === 'AssignmentExpression')
      readAssignment(facts, node.left, node.right, line);
    else if (node.type === 'Identifier' || node.type === 'MemberExpression') {
      const name = withoutWindow(dottedName(node));
      if (stores.test(name)) addFindingOnce(facts, 'storage', line);
      const need = node.type === 'Identifier' ? recordingDeviceOf(node.name) : null;
      if (need) addFindingOnce(facts, need, line);
    }
  }
  return facts;
}

/**
 * Reads the facts about an event handler. Leaves out syntax errors, since the code may be a
 * template to fill in.
 */
export function handlerFacts(text: string, line: number): StudyFileFacts {
  const facts = scriptFacts(text, 'handler', line);
  return { ...facts, found: facts.found.filter(({ code }) => code !== 'syntax_error') };
}
