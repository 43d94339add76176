import type { AnyNode } from 'acorn';
import type { StudyFileFacts } from '../facts.rule';
import { literalText } from '../browser-reads/script-nodes.rule';

/*
 * Finds out from the code of a study whether this server will store its results and whether it
 * signals its end (docs/studies-that-run-here.md).
 */

/**
 * Matches calls by which this server recognises that a study signals its end. Studies with jsPsych
 * or lab.js signal it by themselves, so the call that starts them is enough.
 */
const ending =
  /^(commonlab\.finish|jsPsych\.init|initJsPsych|lab\.util\.fromObject|jatos\.(end|start)\w+)$/;
const storing =
  /^(commonlab\.(record|text|file)|jsPsych\.init|initJsPsych|lab\.util\.fromObject|jatos\.(submit|append|upload)\w+)$/;
/**
 * Matches JATOS calls that go to another page or end the study. If the call has an argument with
 * results, it stores them.
 */
const handing = /^jatos\.(end|start)\w+$/;
const sending = /^(fetch|navigator\.sendBeacon|(\$|jQuery)\.(post|ajax)|axios\.(post|put))$/;
/**
 * Whether an address is within the study's own folder: it has neither a protocol nor a leading
 * slash.
 */
const isOwn = (address: string | null): boolean =>
  address !== null && !/^([a-z][\w+.-]*:|\/)/i.test(address);

const propertyOf = (node: AnyNode | undefined, names: RegExp): AnyNode | undefined => {
  if (node?.type !== 'ObjectExpression') return undefined;
  for (const one of node.properties) {
    if (one.type !== 'Property') continue;
    const name = one.key.type === 'Identifier' ? one.key.name : literalText(one.key);
    if (name !== null && names.test(name)) return one.value;
  }
  return undefined;
};
const isPost = (node: AnyNode | undefined) => /^post$/i.test(literalText(node) ?? '');

/**
 * Whether a call sends data to the study's own folder, where this server stores them
 * (frame/sent-data.ts).
 */
function sendsHere(name: string, [first, second]: readonly AnyNode[]): boolean {
  if (name.endsWith('.open')) return isPost(first) && isOwn(literalText(second));
  if (!sending.test(name)) return false;
  if (name === 'fetch') return isOwn(literalText(first)) && isPost(propertyOf(second, /^method$/));
  if (!name.endsWith('.ajax')) return isOwn(literalText(first));
  const given = first?.type === 'ObjectExpression' ? first : second;
  const address = given === first ? literalText(propertyOf(given, /^url$/)) : literalText(first);
  return isOwn(address) && isPost(propertyOf(given, /^(type|method)$/));
}

/**
 * Whether a call ends PsychoJS and reports to Pavlovia that the study was not completed:
 * `quitPsychoJS()`, `psychoJS.quit({ message })`.
 */
const quitsUnsaid = (name: string, [first, second]: readonly AnyNode[]): boolean =>
  /(^|\.)quitPsychoJS$/.test(name)
    ? second === undefined
    : /(^|\.)psychoJS\.quit$/i.test(name) &&
      (first === undefined ||
        (first.type === 'ObjectExpression' && !propertyOf(first, /^isCompleted$/)));

/**
 * Records whether a call stores results or ends the study.
 * @param name the called function, with dots and without `window.`
 * @param given the arguments
 */
export function recordResultStoringCall(
  facts: StudyFileFacts,
  name: string,
  given: readonly AnyNode[],
  line: number,
): void {
  if (ending.test(name)) facts.ends = true;
  if (storing.test(name) || (handing.test(name) && given.length > 0) || sendsHere(name, given))
    facts.stores = true;
  if (quitsUnsaid(name, given)) facts.found.push({ code: 'psychojs_quit', line, detail: name });
  if (/(^|\.)magpie(Init|Views)?(\.|$)/.test(name)) facts.unheard ??= 'magpie';
}

/** Records that the study stores results, if a string names a plugin of lab.js that sends them. */
export function recordResultStoringText(facts: StudyFileFacts, text: string): void {
  if (/^lab\.plugins\.(Transmit|PostMessage)$/.test(text)) facts.ends = facts.stores = true;
}

/**
 * Records that the study stores results and signals its end, if code creates an object of PsychoJS
 * or lab.js: these do both by themselves.
 */
export function recordResultStoringObject(facts: StudyFileFacts, name: string): void {
  if (/(^|\.)PsychoJS$/.test(name) || /^lab\.(core|flow|html|canvas)\.\w+$/.test(name))
    facts.ends = facts.stores = true;
}
