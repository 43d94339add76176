import type {
  TimelineBlock,
  TimelineFlowCondition,
  Timeline,
  TimelineNode,
  Trial,
} from './timeline';
import type { TimelineFault, TimelineFaultCode } from './timeline-faults';
import { parameterFaults } from './timeline-parameters.rule';
import type { TimelinePlugins } from './timeline-plugins';
import { surveyFaults } from './timeline-survey.rule';
import { columnsInPlaceholders, variablesTableOf } from './timeline-tables.rule';
import { parseMarkedValue, walkValues } from './timeline-values';

export type FaultWithoutDescription = Omit<TimelineFault, 'description'>;

export interface TimelineCheckContext {
  plugins: TimelinePlugins;
  /** The paths of the files that belong to the timeline. */
  files: ReadonlySet<string>;
  /** Tries to parse JavaScript; returns the parser's message if that fails, otherwise null. */
  jsFault?: (text: string, kind: 'expression' | 'statements') => string | null;
}

const listed = 200;

class Check {
  readonly found: FaultWithoutDescription[] = [];
  private all: readonly TimelineNode[] = [];
  constructor(private readonly by: TimelineCheckContext) {}

  whole({ nodes }: Timeline): FaultWithoutDescription[] {
    if (nodes.length === 0) this.add('timeline_empty', null, ['nodes']);
    this.all = nodes;
    this.nodes(nodes, ['nodes'], []);
    const { found } = this;
    const more = { code: 'more_faults' as const, node: null, name: '', path: '' };
    return found.length <= listed
      ? found
      : [...found.slice(0, listed), { ...more, detail: String(found.length - listed) }];
  }

  private nodes(nodes: readonly TimelineNode[], path: string[], scope: readonly string[]): void {
    for (const [i, node] of nodes.entries()) {
      const at = [...path, String(i)];
      if (node.type === 'trial') this.trial(node, at, scope);
      else this.block(node, at, scope);
    }
  }

  private trial(trial: Trial, path: string[], scope: readonly string[]): void {
    const plugin = Object.hasOwn(this.by.plugins, trial.plugin)
      ? this.by.plugins[trial.plugin]
      : undefined;
    if (!plugin) this.add('unknown_plugin', trial, [...path, 'plugin'], trial.plugin);
    else
      for (const fault of parameterFaults(trial.parameters, plugin.parameters, [
        ...path,
        'parameters',
      ]))
        this.add(fault.code, trial, fault.path, fault.detail);
    const { survey } = trial.parameters;
    if (plugin?.name === 'questionnaire' && survey !== undefined && !parseMarkedValue(survey))
      for (const { code, path: inside, detail } of surveyFaults(survey))
        this.add(code, trial, [...path, 'parameters', 'survey', ...inside], detail);
    for (const key of ['parameters', 'data', 'correct_response'] as const)
      this.marked(trial[key], trial, [...path, key], scope);
    for (const key of ['on_start', 'on_load', 'on_finish'] as const)
      if (trial[key]) this.js(trial[key].$js, 'statements', trial, [...path, key]);
  }

  private block(block: TimelineBlock, path: string[], above: readonly string[]): void {
    if (block.nodes.length === 0) this.add('block_empty', block, [...path, 'nodes']);
    this.table(block, path);
    this.sample(block, [...path, 'sample']);
    const scope = [...above, ...(variablesTableOf(block, this.all)?.columns ?? [])];
    if (block.only_if) this.rule(block.only_if, block, [...path, 'only_if']);
    if (block.loop) this.rule(block.loop.rule, block, [...path, 'loop', 'rule']);
    this.marked(block.data, block, [...path, 'data'], scope);
    this.nodes(block.nodes, [...path, 'nodes'], scope);
  }

  private table(block: TimelineBlock, path: string[]): void {
    if (block.variables_of !== undefined && (block.variables || !variablesTableOf(block, this.all)))
      this.add('table_missing', block, [...path, 'variables_of']);
    if (!block.variables) return;
    const { columns, rows } = block.variables;
    const at = [...path, 'variables'];
    if (columns.length === 0 || rows.length === 0) this.add('variables_empty', block, at);
    for (const [i, column] of columns.entries())
      if (columns.indexOf(column) < i)
        this.add('column_twice', block, [...at, 'columns', String(i)], column);
    for (const [i, row] of rows.entries()) {
      const where = [...at, 'rows', String(i)];
      if (row.length !== columns.length) this.add('row_length', block, where, String(i + 1));
      // A table is evaluated before the trials that use it, so its rows cannot refer to variables.
      this.marked(row, block, where, []);
    }
  }

  private sample(block: TimelineBlock, path: string[]): void {
    const { sample } = block;
    const table = variablesTableOf(block, this.all);
    const rows = table?.rows.length ?? 0;
    if (!table) {
      const given = sample ? 'sample' : block.randomize_order ? 'randomize_order' : null;
      if (given) this.add('sample_without_variables', block, [...path.slice(0, -1), given]);
      return;
    }
    switch (sample?.type) {
      case 'without_replacement':
        if (sample.size > rows) this.add('sample_size', block, [...path, 'size'], String(rows));
        return;
      case 'with_replacement': {
        const { weights } = sample;
        if (weights && (weights.length !== rows || !weights.some((weight) => weight > 0)))
          this.add('sample_weights', block, [...path, 'weights'], String(rows));
        return;
      }
      case 'alternate_groups': {
        const seen = new Set<number>();
        for (const row of sample.groups.flat()) {
          if (row >= rows || seen.has(row))
            this.add('sample_groups', block, [...path, 'groups'], String(row));
          seen.add(row);
        }
        return;
      }
      case 'fixed_repetitions':
      case undefined:
    }
  }

  private rule(rule: TimelineFlowCondition, block: TimelineBlock, path: string[]): void {
    if ('$js' in rule) this.js(rule.$js, 'expression', block, path);
  }

  /** Checks the references in a value: `$var`, `$text`, `$file` and `$js`. */
  private marked(value: unknown, node: TimelineNode, path: string[], scope: readonly string[]) {
    if (value === undefined) return;
    for (const one of walkValues(value, path)) {
      const found = parseMarkedValue(one.value);
      if (!found) continue;
      const { marker, text } = found;
      if (marker === '$var' && !scope.includes(text))
        this.add('variable_unknown', node, one.path, text);
      if (marker === '$text')
        for (const column of columnsInPlaceholders(text))
          if (!scope.includes(column)) this.add('variable_unknown', node, one.path, column);
      if (marker === '$file' && !this.by.files.has(text))
        this.add('file_missing', node, one.path, text);
      if (marker === '$js') this.js(text, 'expression', node, one.path);
    }
  }

  private js(
    text: string,
    kind: 'expression' | 'statements',
    node: TimelineNode,
    path: readonly string[],
  ) {
    const said = this.by.jsFault?.(text, kind);
    if (said != null) this.add('js_syntax', node, path, said);
  }

  private add(
    code: TimelineFaultCode,
    node: TimelineNode | null,
    path: readonly string[],
    detail: string | null = null,
  ) {
    const { id = null, name = '' } = node ?? {};
    this.found.push({ code, node: id, name, path: path.join('.'), detail });
  }
}

/**
 * Finds the errors because of which a timeline would not run as intended, each with its place. The
 * caller must have checked the structure of the timeline first (timeline.ts).
 */
export const timelineFaults = (
  timeline: Timeline,
  by: TimelineCheckContext,
): FaultWithoutDescription[] => new Check(by).whole(timeline);
