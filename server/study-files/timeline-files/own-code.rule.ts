import { parseFragment, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import type { Conditions } from '../../../contracts/study-files/conditions';
import type { Timeline, TimelineNode, VariablesTable } from '../../../contracts/timeline/timeline';
import {
  columnsIn,
  fillColumns,
  withCopiedTables,
} from '../../../contracts/timeline/timeline-tables.rule';
import { fileAddress } from '../../../contracts/timeline/timeline-nodes';
import { markedValueIn, walkValues } from '../../../contracts/timeline/timeline-values';

/*
 * Decides whether a study made with the builder runs only this site's code. A promise to participants depends on that
 * (docs/decisions/anonymity.md). Everything that these lists do not name counts as code, so a new plugin, element or
 * attribute is code until it is reviewed.
 */

/**
 * Plugins reviewed as harmless: they run no parameter as code, load only named files, and record what the participant
 * does, but nothing about the device. Functions in parameters (`$js`) count as code.
 */
export const harmlessPlugins: ReadonlySet<string> = new Set([
  'animation',
  'audio-button-response',
  'audio-keyboard-response',
  'audio-slider-response',
  'categorize-animation',
  'categorize-html',
  'categorize-image',
  'cloze',
  'free-sort',
  'fullscreen',
  'html-button-response',
  'html-keyboard-response',
  'html-slider-response',
  'iat-html',
  'iat-image',
  'image-button-response',
  'image-keyboard-response',
  'image-slider-response',
  'instructions',
  'maxdiff',
  'questionnaire',
  'reconstruction',
  'same-different-html',
  'same-different-image',
  'serial-reaction-time',
  'serial-reaction-time-mouse',
  'survey-html-form',
  'survey-likert',
  'survey-multi-choice',
  'survey-multi-select',
  'survey-text',
  'video-button-response',
  'video-keyboard-response',
  'video-slider-response',
  'visual-search-circle',
]);
/** Plugins that run code, load pages, or record something that identifies a device. */
export const reportedPlugins: ReadonlySet<string> = new Set([
  'browser-check',
  'call-function',
  'canvas-button-response',
  'canvas-keyboard-response',
  'canvas-slider-response',
  'external-html',
  'resize',
  'sketchpad',
  'virtual-chinrest',
]);

const elements: ReadonlySet<string> = new Set(
  (
    'a abbr b bdi bdo blockquote br button caption cite code col colgroup dd del details dfn div dl dt em fieldset ' +
    'figcaption figure h1 h2 h3 h4 h5 h6 hr i img input ins kbd label legend li mark meter ol optgroup option p ' +
    'pre progress q rp rt ruby s samp section select small span strong sub summary sup table tbody td textarea ' +
    'tfoot th thead tr u ul var wbr'
  ).split(' '),
);
const attributes: ReadonlySet<string> = new Set(
  (
    'alt aria-describedby aria-hidden aria-label aria-labelledby checked class cols colspan disabled dir for ' +
    'headers height hidden high id label lang low max maxlength min minlength multiple name open optimum ' +
    'pattern placeholder readonly required reversed role rows rowspan scope selected size span start step ' +
    'tabindex title type value width'
  ).split(' '),
);
/** Attributes that load a file of the study, or refer to a part of its page. */
const addresses: ReadonlySet<string> = new Set(['src', 'href']);
/** Matches paths of the study's files: without scheme, host, parent folder, or a space that browsers ignore. */
const ownFile = /^files(?:\/(?!\.)[\w%.~-]+)+$/;

/** CSS functions that load nothing and reveal nothing about the device. */
const plainFunctions =
  /^(?:rgba?|hsla?|calc|min|max|clamp|translate[xy]?|rotate|scale[xy]?|repeat|minmax)$/i;
/** Whether the value of a `style` attribute is harmless. At-rules exist only in style sheets. */
function isPlainStyle(style: string): boolean {
  if (/[\\@<>{}"'`]|\/\*/.test(style)) return false;
  return [...style.matchAll(/([\w-]*)\s*\(/g)].every(([, name]) => plainFunctions.test(name ?? ''));
}

function isPlainAttribute(name: string, value: string): boolean {
  if (attributes.has(name) || /^data-[a-z-]+$/.test(name)) return true;
  if (name === 'style') return isPlainStyle(value);
  return addresses.has(name) && (ownFile.test(value) || (name === 'href' && /^#\w*$/.test(value)));
}

const sentinel = 'commonlab-end';
const isElement = (node: Tree.Node): node is Tree.Element => 'tagName' in node;

/**
 * @param outer the name of the attribute that contains the text; null for a text between tags
 * @returns whether the HTML has only harmless elements and does not affect the markup after it
 */
function isPlainWithin(markup: string, outer: string | null): boolean {
  const waiting: Tree.Node[] = [
    ...parseFragment(`${markup}<${sentinel}></${sentinel}>`).childNodes,
  ];
  let ends = 0;
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.nodeName === '#comment') return false;
    if (!isElement(node)) continue;
    if (node.tagName === sentinel) {
      if (node.attrs.length > 0) return false;
      ends += 1;
      continue;
    }
    if ('content' in node) return false;
    const isOuter = node.tagName === 'i' && node.attrs.some(({ name }) => name === outer);
    if (!isOuter && !elements.has(node.tagName)) return false;
    for (const { name, value } of node.attrs)
      if (isOuter ? !isHarmlessWord(name, value) : !isPlainAttribute(name, value)) return false;
    waiting.push(...node.childNodes);
  }
  return ends === 1;
}

const outerName = 'a';
/** Whether an attribute is harmless that results from a plugin inserting a text with quotes between quotes. */
const isHarmlessWord = (name: string, value: string) =>
  name === outerName ||
  !/^[a-z][a-z0-9:_-]*$/.test(name) ||
  (value === '' && !name.startsWith('on')) ||
  isPlainAttribute(name, value);

/** Whether a text is harmless wherever a plugin puts it in a page: between tags or within an attribute. */
export function isPlainText(text: string): boolean {
  // Plugins load such addresses of other hosts as they are.
  if (/^\s*(?:[a-z][a-z0-9+.-]*:\S|\/\/)/i.test(text)) return false;
  if (!/[<>"'&]/.test(text)) return true;
  return (
    isPlainWithin(text, null) &&
    isPlainWithin(`<i ${outerName}="${text}"></i>`, outerName) &&
    isPlainWithin(`<i ${outerName}='${text}'></i>`, outerName)
  );
}

const ownCodeKinds = ['js', 'plugin', 'markup', 'condition'] as const;
export interface OwnCode {
  kind: (typeof ownCodeKinds)[number];
  /** The name that the researcher gave the node or the condition; for a node without a name, its plugin or id. */
  at: string;
}

/** How many texts one template may produce; a template with more counts as code. */
const mostTexts = 5_000;

/**
 * Whether all texts are harmless that a template produces from the rows of the tables around it. Values that are
 * harmless separately may form code together.
 * @param tables the tables around the trial, the innermost last
 */
function isPlainWhenFilled(text: string, tables: readonly VariablesTable[]): boolean {
  const columns = columnsIn(text);
  const used = new Map<VariablesTable, string[]>();
  for (const column of columns) {
    const table = tables.findLast((one) => one.columns.includes(column));
    if (!table) return false;
    used.set(table, [...(used.get(table) ?? []), column]);
  }
  let rounds: ReadonlyMap<string, string>[] = [new Map()];
  for (const [{ columns: names, rows }, wanted] of used) {
    const next: ReadonlyMap<string, string>[] = [];
    for (const row of rows) {
      const values = new Map<string, string>();
      for (const column of wanted) {
        const value = row[names.indexOf(column)];
        const marked = markedValueIn(value);
        // A value that is computed when the trial begins may be anything.
        if (marked && marked.marker !== '$file') return false;
        values.set(
          column,
          fillColumns('{{value}}', () => (marked ? fileAddress(marked.text) : value)),
        );
      }
      for (const round of rounds) next.push(new Map([...round, ...values]));
      if (next.length > mostTexts) return false;
    }
    rounds = next;
  }
  const made = new Set(rounds.map((values) => fillColumns(text, (column) => values.get(column))));
  return [...made].every(isPlainText);
}

function codeInValue(
  value: unknown,
  tables: readonly VariablesTable[] = [],
): 'js' | 'markup' | null {
  for (const { value: inner } of walkValues(value)) {
    const marked = markedValueIn(inner);
    if (marked?.marker === '$js') return 'js';
    if (marked?.marker === '$text' && !isPlainWhenFilled(marked.text, tables)) return 'markup';
    if (typeof inner === 'string' && !isPlainText(inner)) return 'markup';
  }
  return null;
}

const isJs = (rule: unknown) => markedValueIn(rule)?.marker === '$js';

function codeOf(node: TimelineNode, tables: readonly VariablesTable[]): OwnCode['kind'] | null {
  if (node.type === 'block')
    return isJs(node.only_if) || isJs(node.loop?.rule)
      ? 'js'
      : codeInValue([node.variables?.rows, node.data], tables);
  if (node.on_start ?? node.on_load ?? node.on_finish) return 'js';
  return harmlessPlugins.has(node.plugin)
    ? codeInValue([node.parameters, node.data, node.correct_response], tables)
    : 'plugin';
}

/** Finds every node of a timeline with code by researchers, or with something that acts like code. */
export function ownCodeIn({ nodes }: Pick<Timeline, 'nodes'>): OwnCode[] {
  const found: OwnCode[] = [];
  const look = (some: readonly TimelineNode[], above: readonly VariablesTable[]) => {
    for (const node of some) {
      const isBlock = node.type === 'block';
      const tables = isBlock && node.variables ? [...above, node.variables] : above;
      const kind = codeOf(node, tables);
      const at = node.name || (isBlock ? node.id : node.plugin);
      if (kind !== null) found.push({ kind, at });
      if (isBlock) look(node.nodes, tables);
    }
  };
  look(withCopiedTables(nodes), []);
  return found;
}

/** Finds conditions whose values act like code: these values become parameters, like the columns of a table. */
export const ownCodeInConditions = (conditions: Conditions | null): OwnCode[] =>
  (conditions?.cells ?? []).flatMap(({ name, values }) =>
    codeInValue([name, values]) === null ? [] : [{ kind: 'condition', at: name } as const],
  );
