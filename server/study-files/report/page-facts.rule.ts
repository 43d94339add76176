import { isPageName, isServerScript } from '../../../contracts/study-files/study-names';
import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { announcesCode, completionCodeIn } from './completion-code.rule';
import { addFindingOnce, mergeFacts, makeEmptyFacts, type StudyFileFacts } from './facts.rule';
import { unshownElementFinding } from './sources/framed.rule';
import { recordingDeviceOf } from '../libraries/recognized-libraries.rule';
import { handlerFacts, scriptFacts } from './script-facts.rule';
import { styleFacts } from './style-facts.rule';

/** The attributes by which elements load files. */
const loading: Readonly<Record<string, readonly string[]>> = {
  script: ['src'],
  img: ['src'],
  audio: ['src'],
  video: ['src', 'poster'],
  source: ['src'],
  track: ['src'],
  iframe: ['src'],
  embed: ['src'],
  object: ['data'],
};
const loadingLinks = /\b(stylesheet|preload|modulepreload|icon|manifest)\b/i;
/** Matches the values of a script's `type` with which browsers run it. */
const runs = /^(module|(text|application)\/(javascript|ecmascript|x-javascript))?$/i;

const isElement = (node: Tree.Node): node is Tree.Element => 'tagName' in node;
const attribute = (element: Tree.Element, name: string) =>
  element.attrs.find((one) => one.name === name)?.value;
const textIn = (element: Tree.Element) =>
  element.childNodes.map((node) => ('value' in node ? node.value : '')).join('');

/** How many characters of an element are searched for a completion code. */
const announcedLength = 2_000;
/** Returns the text in an element, up to `announcedLength` characters. */
function wordsIn(element: Tree.Node): string {
  const open: Tree.Node[] = [element];
  let words = '';
  for (let node = open.pop(); node && words.length < announcedLength; node = open.pop()) {
    if ('value' in node) words += ` ${node.value.slice(0, announcedLength)}`;
    if ('childNodes' in node)
      for (const child of node.childNodes.slice(0, 100).reverse()) open.push(child);
  }
  return words;
}

function readImportMap(facts: StudyFileFacts, text: string, line: number): void {
  try {
    const { imports = {} } = JSON.parse(text) as { imports?: Record<string, unknown> };
    facts.mapped = [...(facts.mapped ?? []), ...Object.keys(imports)];
    for (const address of Object.values(imports))
      if (typeof address === 'string' && !address.endsWith('/'))
        facts.references.push({ address, line, from: 'file' });
  } catch {
    facts.found.push({ code: 'syntax_error', line, detail: 'importmap' });
  }
}

function readScript(facts: StudyFileFacts, element: Tree.Element, line: number): void {
  const type = attribute(element, 'type') ?? '';
  const first = element.sourceCodeLocation?.startTag?.endLine ?? line;
  if (attribute(element, 'src') !== undefined) return;
  if (type === 'importmap') readImportMap(facts, textIn(element), line);
  else if (runs.test(type))
    mergeFacts(facts, scriptFacts(textIn(element), type === 'module' ? 'module' : 'script', first));
}

/**
 * Records a form that is sent to the study's own folder. When a participant sends the form, this
 * server stores the entries. If the form names a page, the study continues there. Otherwise the
 * study ends (web/src/runner/frame/forms.ts).
 * @returns whether the form's address must be that of an existing file
 */
function readForm(facts: StudyFileFacts, form: Tree.Element, line: number): boolean {
  const action = (attribute(form, 'action') ?? '').trim();
  const [path = ''] = action.split(/[?#]/, 1);
  const isPost = /^post$/i.test(attribute(form, 'method') ?? '');
  if (/^([a-z][\w+.-]*:|\/)/i.test(action) || !(isPost || isServerScript(path))) return true;
  const goesOn = isPageName(path);
  facts.stores = true;
  facts.found.push({ code: goesOn ? 'form_goes_on' : 'form_ends', line, detail: action || null });
  if (!goesOn) facts.ends = true;
  return goesOn;
}

/** Returns the JavaScript in an event handler or a link with `javascript:`; else null. */
function codeIn(name: string, value: string): string | null {
  if (/^on[a-z]/.test(name)) return value;
  const [, code] = /^\s*javascript:([^]*)$/i.exec(value) ?? [];
  if (code === undefined || !/^(href|action|formaction|src)$/.test(name)) return null;
  try {
    return decodeURIComponent(code);
  } catch {
    return code;
  }
}

function readElement(facts: StudyFileFacts, element: Tree.Element): void {
  const place = element.sourceCodeLocation;
  const lineOf = (name: string) => place?.attrs?.[name]?.startLine ?? place?.startLine ?? 1;
  const line = place?.startLine ?? 1;
  const refer = (name: string) => {
    const address = attribute(element, name);
    if (address !== undefined) facts.references.push({ address, line: lineOf(name), from: 'file' });
    const need = address === undefined ? null : recordingDeviceOf(address);
    if (need) addFindingOnce(facts, need, lineOf(name));
  };
  // PsychoPy adds scripts with `nomodule` to its exports for browsers from before 2018. Other
  // browsers ignore these scripts.
  if (element.tagName === 'script' && attribute(element, 'nomodule') !== undefined) return;
  for (const name of loading[element.tagName] ?? []) refer(name);
  if (element.tagName === 'form' && readForm(facts, element, line)) refer('action');
  if (element.tagName === 'link' && loadingLinks.test(attribute(element, 'rel') ?? ''))
    refer('href');
  if (element.tagName === 'a') {
    const to = attribute(element, 'href') ?? '';
    // A page of the study that is the target of a link must exist. Targets on other hosts are not
    // recorded, since participants need not follow the link.
    if (/^(?![a-z][\w+.-]*:|\/\/)[^#]*\.x?html?([?#].*)?$/i.test(to)) refer('href');
    const code = completionCodeIn(to);
    if (code) facts.found.push({ code: 'completion_code', line: lineOf('href'), detail: code });
  }
  if (element.tagName === 'iframe' || element.tagName === 'frame')
    addFindingOnce(facts, 'frames', line);
  const shown = attribute(element, element.tagName === 'object' ? 'data' : 'src');
  const unshown = shown === undefined ? null : unshownElementFinding(element.tagName, shown);
  if (unshown) facts.found.push({ ...unshown, line });
  for (const { name, value } of element.attrs) {
    const code = codeIn(name, value);
    if (code !== null) mergeFacts(facts, handlerFacts(code, lineOf(name)));
  }
  if (element.tagName === 'script') readScript(facts, element, line);
  if (element.tagName === 'style')
    mergeFacts(facts, styleFacts(textIn(element), place?.startTag?.endLine ?? line));
  const style = attribute(element, 'style');
  if (style) mergeFacts(facts, styleFacts(style, lineOf('style')));
}

/**
 * Reads the facts about a page: the files that it loads, and the facts of its scripts, styles and
 * texts.
 */
export function pageFacts(html: string): StudyFileFacts {
  const facts = makeEmptyFacts();
  const open: Tree.Node[] = [parse(html, { sourceCodeLocationInfo: true })];
  for (let node = open.pop(); node; node = open.pop()) {
    if (isElement(node)) {
      readElement(facts, node);
      if (node.tagName === 'script' || node.tagName === 'style') continue;
      if ('content' in node) open.push(node.content);
    } else if (node.nodeName === '#text' && 'value' in node) {
      // The words that announce a completion code and the code itself may be in different elements,
      // as in `Your code is <b>…</b>`. So the whole parent element is searched.
      const announced = announcesCode(node.value) && node.parentNode;
      const code = completionCodeIn(announced ? wordsIn(announced) : node.value);
      const line = node.sourceCodeLocation?.startLine ?? null;
      if (code) facts.found.push({ code: 'completion_code', line, detail: code });
    }
    // The loop adds the nodes one by one. A single call of `push` cannot have a hundred thousand
    // arguments.
    if ('childNodes' in node) for (const child of node.childNodes.toReversed()) open.push(child);
  }
  return facts;
}
