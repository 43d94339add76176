import type {
  TimelineBlock,
  TimelineRowSampling,
  Timeline,
  TimelineNode,
  Trial,
} from '../../../contracts/timeline/timeline';
import type { PreviewRequest } from '../../../contracts/timeline/timeline-preview';
import { studyFileAddress } from '../../../contracts/timeline/timeline-nodes';
import {
  fillColumnPlaceholders,
  copyTablesIntoBlocks,
} from '../../../contracts/timeline/timeline-tables.rule';
import { parseMarkedValue } from '../../../contracts/timeline/timeline-values';
import type { JsPsychNode, JsPsych, PluginClass, TrialValues } from './js-psych';
import {
  isScriptCondition,
  isSameResponse,
  simpleConditionHolds,
  type DrawnCondition,
} from './rules';
import { TimelineScripts } from './scripts';

/*
 * Translates a timeline into jsPsych's form. Values that are known only when a trial begins
 * (`$var`, `$text`, `$js`, `$condition`) become functions, which jsPsych calls at that moment.
 */

export interface JsPsychTimelineContext {
  jsPsych: JsPsych;
  condition: DrawnCondition;
  plugin(name: string): PluginClass;
  /** The number of ParameterType.FUNCTION. */
  functionType: number;
  began?(node: string): void;
  ended?(node: string, data: TrialValues): void;
}

const sampleOf = (sample: TimelineRowSampling): TrialValues => ({
  ...sample,
  type: sample.type.replaceAll('_', '-'),
});

class Describer {
  private readonly scripts: TimelineScripts;
  constructor(private readonly world: JsPsychTimelineContext) {
    this.scripts = new TimelineScripts(world.jsPsych, world.condition);
  }

  nodes(nodes: readonly TimelineNode[], data: TrialValues = {}): JsPsychNode[] {
    return nodes.map((node) =>
      node.type === 'trial' ? this.trial(node, data) : this.block(node, data),
    );
  }

  /**
   * Makes a timeline that runs a single node. Each block that contains the node runs for one round,
   * with the first row of its table.
   */
  only(nodes: readonly TimelineNode[], id: string, data: TrialValues = {}): JsPsychNode[] {
    for (const node of nodes) {
      if (node.id === id) return this.nodes([node], data);
      if (node.type === 'trial') continue;
      const inside = this.only(node.nodes, id, { ...data, ...node.data });
      if (inside.length === 0) continue;
      return [this.oneRound(node, inside)];
    }
    return [];
  }

  /**
   * Makes a timeline that starts at this node and runs to the end. A block that contains the node
   * finishes only one round. This round uses the first row of the block's table.
   */
  from(nodes: readonly TimelineNode[], id: string, data: TrialValues = {}): JsPsychNode[] {
    for (const [i, node] of nodes.entries()) {
      const rest = nodes.slice(i);
      if (node.id === id) return this.nodes(rest, data);
      if (node.type === 'trial') continue;
      const inside = this.from(node.nodes, id, { ...data, ...node.data });
      if (inside.length === 0) continue;
      return [this.oneRound(node, inside), ...this.nodes(rest.slice(1), data)];
    }
    return [];
  }

  private oneRound(block: TimelineBlock, timeline: JsPsychNode[]): JsPsychNode {
    const rows = this.rowsOf(block).slice(0, 1);
    return { timeline, ...(rows.length > 0 && { timeline_variables: rows }) };
  }

  private block(block: TimelineBlock, above: TrialValues): JsPsychNode {
    const { loop, only_if: onlyIf, sample } = block;
    let rounds = 0;
    return {
      timeline: this.nodes(block.nodes, { ...above, ...block.data }),
      ...(block.variables && { timeline_variables: this.rowsOf(block) }),
      ...(block.randomize_order && { randomize_order: true }),
      ...(sample && { sample: sampleOf(sample) }),
      ...(block.repetitions !== undefined && { repetitions: block.repetitions }),
      // jsPsych calls this function before the first round of the block, and again whenever a block
      // around this one repeats. Each time, the rounds are counted from zero again.
      conditional_function: () => {
        rounds = 0;
        return !onlyIf || this.holds(onlyIf, this.world.jsPsych.data.get().values());
      },
      ...(loop && {
        loop_function: (data: { values(): TrialValues[] }) =>
          ++rounds < (loop.at_most ?? Infinity) && this.holds(loop.rule, data.values()),
      }),
    };
  }

  private holds(
    rule: NonNullable<TimelineBlock['only_if']>,
    data: readonly TrialValues[],
  ): boolean {
    return isScriptCondition(rule)
      ? this.scripts.rule(rule.$js, data)
      : simpleConditionHolds(rule, data, this.world.condition);
  }

  private rowsOf({ variables }: TimelineBlock): TrialValues[] {
    const { columns = [], rows = [] } = variables ?? {};
    return rows.map((row) => Object.fromEntries(columns.map((column, i) => [column, row[i]])));
  }

  private trial(trial: Trial, above: TrialValues): JsPsychNode {
    const plugin = this.world.plugin(trial.plugin);
    const data = { ...(trial.name !== '' && { trial_name: trial.name }), ...above, ...trial.data };
    const { on_start: start, on_load: load } = trial;
    const startJs = start && this.scripts.callback(start.$js, 'trial');
    const loadJs = load && this.scripts.callback(load.$js, 'data');
    return {
      ...Object.fromEntries(
        Object.entries(trial.parameters).map(([name, value]) => [
          name,
          plugin.info.parameters[name]?.type === this.world.functionType
            ? this.functionOf(value)
            : this.later(value),
        ]),
      ),
      type: plugin,
      data: Object.fromEntries(
        Object.entries(data).map(([name, value]) => [name, this.later(value)]),
      ),
      on_start: (values: TrialValues) => {
        this.world.began?.(trial.id);
        startJs?.(values);
      },
      ...(loadJs && { on_load: () => loadJs() }),
      on_finish: (values: TrialValues | undefined) => this.finish(trial, values),
      ...(trial.gap_ms !== undefined && { post_trial_gap: trial.gap_ms }),
      ...(trial.unrecorded && { record_data: false }),
    };
  }

  /** @param data the data of the trial; jsPsych passes no data for a trial that is not recorded */
  private async finish(trial: Trial, data: TrialValues = {}): Promise<void> {
    if (trial.correct_response !== undefined)
      data.correct = isSameResponse(
        data[trial.correct_field ?? 'response'],
        this.now(trial.correct_response),
      );
    if (trial.on_finish) await this.scripts.callback(trial.on_finish.$js, 'data')(data);
    this.world.ended?.(trial.id, data);
  }

  /**
   * Numbers, texts and booleans are passed as they are. Objects and lists become a function, which
   * jsPsych calls when a trial begins.
   */
  private later(value: unknown): unknown {
    return typeof value === 'object' && value !== null ? () => this.now(value) : value;
  }

  private functionOf(value: unknown): unknown {
    const marked = parseMarkedValue(value);
    if (marked?.marker === '$js') return this.scripts.value(marked.text);
    if (marked)
      return (...given: unknown[]) => {
        const now = this.now(value);
        return typeof now === 'function' ? (now as (...all: unknown[]) => unknown)(...given) : now;
      };
    return value;
  }

  /**
   * Returns what a marker such as `$var` or `$js` stands for at this moment. Lists and objects are
   * copied, since plugins may modify what they receive.
   */
  private now(value: unknown): unknown {
    const marked = parseMarkedValue(value);
    switch (marked?.marker) {
      case '$var':
        return this.now(this.world.jsPsych.evaluateTimelineVariable(marked.text));
      case '$text':
        return fillColumnPlaceholders(marked.text, (column) =>
          this.now(this.world.jsPsych.evaluateTimelineVariable(column)),
        );
      case '$js':
        return this.scripts.value(marked.text);
      case '$condition':
        return this.world.condition?.[marked.text] ?? null;
      case '$file':
        return studyFileAddress(marked.text);
      case undefined:
    }
    if (Array.isArray(value)) return value.map((one) => this.now(one));
    if (typeof value !== 'object' || value === null) return value;
    // Functions and instances of classes, which a script may have created, are passed unchanged.
    if (Object.getPrototypeOf(value) !== Object.prototype) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, this.now(one)]));
  }
}

/**
 * Which part of a timeline runs: `only` one node, or everything `from` one node on. If both are
 * null, the complete timeline runs.
 */
export type TimelineRange = Partial<Pick<PreviewRequest, 'only' | 'from'>>;

export const jsPsychTimelineOf = (
  timeline: Timeline,
  world: JsPsychTimelineContext,
  { only = null, from = null }: TimelineRange = {},
): JsPsychNode[] => {
  const describer = new Describer(world);
  const nodes = copyTablesIntoBlocks(timeline.nodes);
  if (only !== null) return describer.only(nodes, only);
  return from === null ? describer.nodes(nodes) : describer.from(nodes, from);
};
