import type { AnyNode, AssignmentExpression, CallExpression } from 'acorn';
import { addFindingOnce, type StudyFileFacts } from '../facts.rule';
import { apiWithRefusedPermission, sensorWithRefusedPermission } from './permissions.rule';
import { withoutWindow, dottedName, calledFunctionName, literalText } from './script-nodes.rule';
import {
  areManyFontFamilies,
  isComputedHost,
  isFontFamily,
  findingForRevealingCall,
  findingForPropertyName,
  findingForPropertyPath,
  browserReadsIn,
  type BrowserReadFinding,
} from './browser-reads.rule';

/**
 * Records a finding. If the same name occurs more than once in a file, only its first place is
 * recorded.
 */
function tell(facts: StudyFileFacts, telling: BrowserReadFinding | null, line: number): void {
  if (!telling) return;
  const { kind: code, name: detail } = telling;
  if (!facts.found.some((one) => one.code === code && one.detail === detail))
    facts.found.push({ code, line, detail });
}

/**
 * Records a permission that a study's frame never has. If a file both reads a property
 * (`navigator.usb`) and calls one of its methods (`navigator.usb.requestDevice`), only the longer
 * name is recorded.
 */
function refuse(facts: StudyFileFacts, name: string | null, line: number): void {
  if (name === null) return;
  const code = 'permission_refused' as const;
  const known = facts.found.find(
    (one) =>
      one.code === code && (one.detail ?? '').split('.', 2).join() === name.split('.', 2).join(),
  );
  if (!known) facts.found.push({ code, line, detail: name });
  else if (name.length > (known.detail ?? '').length) known.detail = name;
}

/**
 * Records that a form, a frame or a page change has an address that is computed while the study
 * runs.
 */
function readAddress(
  facts: StudyFileFacts,
  name: string,
  to: AnyNode | undefined,
  line: number,
): void {
  if (isComputedHost(to)) tell(facts, { kind: 'computed_address', name }, line);
}

function readCall(facts: StudyFileFacts, call: CallExpression, line: number): void {
  const [first, second] = call.arguments;
  const method = calledFunctionName(call.callee);
  tell(facts, findingForRevealingCall(method, first), line);
  const name = withoutWindow(dottedName(call.callee));
  if (name === 'open' || /(^|\.)location\.(assign|replace)$/.test(name))
    readAddress(facts, name, first, line);
  const named = literalText(first)?.toLowerCase() ?? '';
  if (method === 'setAttribute' && /^(action|formaction)$/.test(named))
    readAddress(facts, named, second, line);
  const made = literalText(method === 'createElementNS' ? second : first);
  if (/^createElement(NS)?$/.test(method) && made === 'iframe')
    addFindingOnce(facts, 'frames', line);
}

/**
 * Records an assignment that sets the address of a form, a frame or the page to an address that is
 * computed while the study runs.
 * @param sends whether the script submits forms. If not, an assignment to a property `action` is
 * ignored, since the object is probably not a form
 */
function readAssignment(
  facts: StudyFileFacts,
  { left, right }: AssignmentExpression,
  line: number,
  sends: boolean,
): void {
  const name = withoutWindow(dottedName(left));
  const property = calledFunctionName(left);
  if (/(^|\.)location(\.href)?$/.test(name)) readAddress(facts, name, right, line);
  else if (property === 'formAction' || (sends && property === 'action'))
    readAddress(facts, property, right, line);
  else if (property === 'srcdoc') addFindingOnce(facts, 'frames', line);
  else if (/frame\w*\.src$/i.test(name)) readAddress(facts, 'iframe.src', right, line);
}

function readText(facts: StudyFileFacts, text: string, line: number): void {
  tell(facts, findingForPropertyName(text), line);
  if (/<iframe\b/i.test(text)) addFindingOnce(facts, 'frames', line);
}

/**
 * Records three things about a script: what it reads about the browser, whether it uses computed
 * addresses for forms or pages, and whether it makes frames.
 */
export function recordBrowserReads(
  facts: StudyFileFacts,
  nodes: readonly AnyNode[],
  lineOf: (node: AnyNode) => number,
): void {
  const sends = nodes.some(
    (node) =>
      node.type === 'CallExpression' && /^(requestS|s)ubmit$/.test(calledFunctionName(node.callee)),
  );
  const families = new Set<string>();
  for (const node of nodes) {
    const line = lineOf(node);
    if (node.type === 'Literal' && typeof node.value === 'string') {
      readText(facts, node.value, line);
      if (!isFontFamily(node.value)) continue;
      families.add(node.value.toLowerCase());
      if (areManyFontFamilies(families))
        tell(facts, { kind: 'reads_fonts', name: 'font-family' }, line);
    } else if (node.type === 'TemplateElement') readText(facts, node.value.cooked ?? '', line);
    else if (node.type === 'Identifier') tell(facts, findingForPropertyName(node.name), line);
    else if (node.type === 'MemberExpression') {
      tell(facts, findingForPropertyPath(withoutWindow(dottedName(node))), line);
      refuse(facts, apiWithRefusedPermission(withoutWindow(dottedName(node))), line);
      tell(facts, findingForPropertyName(calledFunctionName(node)), lineOf(node.property));
    } else if (node.type === 'NewExpression')
      refuse(facts, sensorWithRefusedPermission(withoutWindow(dottedName(node.callee))), line);
    else if (node.type === 'CallExpression') readCall(facts, node, line);
    else if (node.type === 'AssignmentExpression') readAssignment(facts, node, line, sends);
  }
}

const lineAt = (text: string, at: number, first: number) =>
  first + text.slice(0, at).split('\n').length - 1;

/** Records names of properties that identify a browser, in a script that cannot be parsed. */
export function recordBrowserReadsInText(facts: StudyFileFacts, text: string, firstLine = 1): void {
  for (const { at, ...telling } of browserReadsIn(text))
    tell(facts, telling, lineAt(text, at, firstLine));
}

/**
 * For a file with the name of a known library: records one finding that lists all property names by
 * which a browser can be identified.
 */
export function recordLibraryBrowserReads(facts: StudyFileFacts, text: string): void {
  const found = browserReadsIn(text);
  const [first] = found;
  if (!first) return;
  const detail = found.map(({ name }) => name).join(', ');
  facts.found.push({ code: 'library_reads', line: lineAt(text, first.at, 1), detail });
}
