import type { Conditions } from '../../../contracts/study-files/conditions';
import type { Timeline, TimelineNode, VariablesTable } from '../../../contracts/timeline/timeline';
import {
  columnsInPlaceholders,
  fillColumnPlaceholders,
  copyTablesIntoBlocks,
} from '../../../contracts/timeline/timeline-tables.rule';
import { studyFileAddress } from '../../../contracts/timeline/timeline-nodes';
import { parseMarkedValue, walkValues } from '../../../contracts/timeline/timeline-values';
import { isHarmlessInHtml } from './plain-text.rule';

/*
 * Decides whether a study made with the builder runs only this site's code. What participants are
 * promised about their anonymity depends on that (docs/decisions/anonymity.md). Every plugin,
 * element and attribute that is not in the lists here and in plain-text.rule.ts counts as code,
 * until a developer has reviewed it.
 */

/**
 * Plugins reviewed as harmless: they run no parameter as code, load only named files, and record
 * what the participant does, but nothing about the device. Functions in parameters (`$js`) count as
 * code.
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
export const riskyPlugins: ReadonlySet<string> = new Set([
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

const ownCodeKinds = ['js', 'plugin', 'markup', 'condition'] as const;
export interface ResearcherCode {
  kind: (typeof ownCodeKinds)[number];
  /** The name that the researcher gave the node or the condition; for a node without a name, its plugin or id. */
  at: string;
}

/**
 * How many texts one text with placeholders may produce, from the rows of its tables. If there are
 * more, it counts as code.
 */
const mostTexts = 5_000;

/**
 * Fills a text's placeholders with every combination of rows of the tables around it. Returns
 * whether all results are harmless: values that are harmless separately may form code together.
 * @param tables the tables around the trial, the innermost last
 */
function isPlainWhenFilled(text: string, tables: readonly VariablesTable[]): boolean {
  const columns = columnsInPlaceholders(text);
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
        const marked = parseMarkedValue(value);
        // A column with a value that is computed when the trial begins can contain anything, so the
        // text counts as code.
        if (marked && marked.marker !== '$file') return false;
        values.set(
          column,
          fillColumnPlaceholders('{{value}}', () =>
            marked ? studyFileAddress(marked.text) : value,
          ),
        );
      }
      for (const round of rounds) next.push(new Map([...round, ...values]));
      if (next.length > mostTexts) return false;
    }
    rounds = next;
  }
  const made = new Set(
    rounds.map((values) => fillColumnPlaceholders(text, (column) => values.get(column))),
  );
  return [...made].every(isHarmlessInHtml);
}

function codeInValue(
  value: unknown,
  tables: readonly VariablesTable[] = [],
): 'js' | 'markup' | null {
  for (const { value: inner } of walkValues(value)) {
    const marked = parseMarkedValue(inner);
    if (marked?.marker === '$js') return 'js';
    if (marked?.marker === '$text' && !isPlainWhenFilled(marked.text, tables)) return 'markup';
    if (typeof inner === 'string' && !isHarmlessInHtml(inner)) return 'markup';
  }
  return null;
}

const isJs = (rule: unknown) => parseMarkedValue(rule)?.marker === '$js';

function codeOf(
  node: TimelineNode,
  tables: readonly VariablesTable[],
): ResearcherCode['kind'] | null {
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
export function findResearcherCode({ nodes }: Pick<Timeline, 'nodes'>): ResearcherCode[] {
  const found: ResearcherCode[] = [];
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
  look(copyTablesIntoBlocks(nodes), []);
  return found;
}

/**
 * Finds conditions whose values act like code. They are checked because trials use them as
 * parameters, like the columns of a table.
 */
export const findCodeInConditions = (conditions: Conditions | null): ResearcherCode[] =>
  (conditions?.cells ?? []).flatMap(({ name, values }) =>
    codeInValue([name, values]) === null ? [] : [{ kind: 'condition', at: name } as const],
  );
