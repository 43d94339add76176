import { z } from 'zod';
import { limits } from '../base/limits';
import { timelineLimits } from './limits';
import { walkNodes } from './timeline-nodes';
import { isTimelineValue, type TimelineValue } from './timeline-values';

export { walkNodes };
/*
 * The structure of an experiment of the timeline builder (docs/decisions/builder-and-rehearsals.md). The schemas
 * check only this structure; timelineFaults (timeline-check.rule.ts) finds parts that do not fit together, such as a
 * variable without a column or an unknown plugin. So an unfinished draft can be saved.
 */

export const timelineFormat = 'commonlab-timeline';

export const TimelineValueSchema = z.custom<TimelineValue>(isTimelineValue, { error: 'invalid' });

/** The id of a node: unique within the timeline and never shown. */
const NodeId = z.string().regex(/^[A-Za-z0-9_-]{1,40}$/, { error: 'invalid' });
/** The name that the researcher gave to a node; may be empty. */
const Name = z.string().max(timelineLimits.timelineName);
/** The name of a parameter, a column, or a variable of the data. */
const Key = z
  .string()
  .max(timelineLimits.timelineKey)
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, { error: 'invalid' })
  .refine((key) => key !== '__proto__', { error: 'invalid' });
const Js = z.strictObject({ $js: z.string().max(timelineLimits.timelineText) });
const Values = z.record(Key, TimelineValueSchema);

export const flowComparisons = [
  'equal',
  'not_equal',
  'less',
  'at_most',
  'greater',
  'at_least',
] as const;
export const flowConditionSubjects = ['last', 'share', 'condition'] as const;

/** A simple condition under which a loop continues or a block runs, without JavaScript. */
export const SimpleFlowCondition = z.strictObject({
  /**
   * The value to compare. For a loop, only the trials of the loop's last round count.
   * - `last`: the value of `field` in the data of the last trial.
   * - `share`: among the trials that have `field`, the share (0 to 1) in which `field` is true:
   *   `{ of: 'share', field: 'correct', is: 'less', value: 0.8 }`.
   * - `condition`: the value of `field` in the drawn condition; its name is in the field `name`.
   */
  of: z.enum(flowConditionSubjects),
  field: Key,
  is: z.enum(flowComparisons),
  value: z.union([z.string().max(timelineLimits.timelineName), z.number(), z.boolean(), z.null()]),
});
export type SimpleFlowCondition = z.output<typeof SimpleFlowCondition>;
/**
 * A condition: a simple rule, or a JavaScript expression that yields true or false. The expression has access to
 * `data` (the data of trials: for a loop those of its last round, otherwise all), `condition` and `jsPsych`.
 */
export const TimelineFlowCondition = z.union([SimpleFlowCondition, Js]);
export type TimelineFlowCondition = z.output<typeof TimelineFlowCondition>;

/** How rows of a table are sampled, by jsPsych's sampling types. Without it, each row is shown once, in order. */
export const TimelineRowSampling = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('with_replacement'),
    size: z.int().min(1).max(timelineLimits.timelineRepetitions),
    /** The weights for drawing rows, one for each row. */
    weights: z.array(z.number().min(0)).max(timelineLimits.timelineRows).optional(),
  }),
  z.strictObject({
    type: z.literal('without_replacement'),
    size: z.int().min(1).max(timelineLimits.timelineRows),
  }),
  /** Repeats each row `size` times, all in random order. */
  z.strictObject({
    type: z.literal('fixed_repetitions'),
    size: z.int().min(1).max(timelineLimits.timelineRepetitions),
  }),
  /** Groups of rows by number (from 0), shown alternately: a row of the first group, one of the second, and so on. */
  z.strictObject({
    type: z.literal('alternate_groups'),
    groups: z
      .array(
        z
          .array(z.int().min(0).max(timelineLimits.timelineRows))
          .min(1)
          .max(timelineLimits.timelineRows),
      )
      .min(2)
      .max(timelineLimits.timelineColumns),
    randomize_group_order: z.boolean().optional(),
  }),
]);
export type TimelineRowSampling = z.output<typeof TimelineRowSampling>;

/** A table of timeline variables: the block runs once for each row. */
export const VariablesTable = z.strictObject({
  columns: z.array(Key).max(timelineLimits.timelineColumns),
  /** Each row has as many values as there are columns. */
  rows: z
    .array(z.array(TimelineValueSchema).max(timelineLimits.timelineColumns))
    .max(timelineLimits.timelineRows),
});
export type VariablesTable = z.output<typeof VariablesTable>;

export const Trial = z.strictObject({
  id: NodeId,
  type: z.literal('trial'),
  name: Name,
  /** The plugin's `info.name`, such as `html-keyboard-response`, or `questionnaire`. */
  plugin: z.string().max(timelineLimits.timelineKey),
  parameters: Values,
  /** Values that are added to the data of this trial. */
  data: Values.optional(),
  /**
   * The correct response: with it, the trial's data contain `correct`. Keys are compared without regard to case.
   * Null: not responding is correct.
   */
  correct_response: TimelineValueSchema.optional(),
  /** The name of the data field that is compared with the correct answer, if it is not `response`. */
  correct_field: Key.optional(),
  /** The pause after the trial, in milliseconds. */
  gap_ms: z.int().min(0).max(timelineLimits.timelineMs).optional(),
  /** Whether the trial's data are not recorded. */
  unrecorded: z.boolean().optional(),
  /** JavaScript statements that may read and change `trial`, the parameters of the trial. */
  on_start: Js.optional(),
  on_load: Js.optional(),
  /** JavaScript statements that may read and change `data`, the data of the trial. */
  on_finish: Js.optional(),
});
export type Trial = z.output<typeof Trial>;

export interface TimelineBlock {
  id: string;
  type: 'block';
  name: string;
  nodes: TimelineNode[];
  variables?: VariablesTable | undefined;
  /** The id of a block whose table this block shares, instead of having its own. */
  variables_of?: string | undefined;
  randomize_order?: boolean | undefined;
  sample?: TimelineRowSampling | undefined;
  /** How often the complete block runs. */
  repetitions?: number | undefined;
  /** The condition under which the block runs again; checked after each round. */
  loop?: { rule: TimelineFlowCondition; at_most?: number | undefined } | undefined;
  /** The condition under which the block runs at all; checked before the first round. */
  only_if?: TimelineFlowCondition | undefined;
  /** Values that are added to the data of each trial in the block. */
  data?: Record<string, TimelineValue> | undefined;
}
export type TimelineNode = Trial | TimelineBlock;

export const TimelineBlock: z.ZodType<TimelineBlock> = z
  .strictObject({
    id: NodeId,
    type: z.literal('block'),
    name: Name,
    get nodes() {
      return z.array(TimelineNode).max(timelineLimits.timelineNodes);
    },
    variables: VariablesTable.optional(),
    variables_of: NodeId.optional(),
    randomize_order: z.boolean().optional(),
    sample: TimelineRowSampling.optional(),
    repetitions: z.int().min(1).max(timelineLimits.timelineRepetitions).optional(),
    loop: z
      .strictObject({
        rule: TimelineFlowCondition,
        /** The most rounds in total, even if the condition would continue the loop. */
        at_most: z.int().min(1).max(timelineLimits.timelineRepetitions).optional(),
      })
      .optional(),
    only_if: TimelineFlowCondition.optional(),
    data: Values.optional(),
  })
  .meta({ id: 'TimelineBlock' });
export const TimelineNode: z.ZodType<TimelineNode> = z
  .lazy(() => z.union([Trial, TimelineBlock]))
  .meta({ id: 'TimelineNode' });

const Colour = z.string().regex(/^#[0-9a-fA-F]{6}$/, { error: 'invalid' });
export const timelineLanguages = ['en', 'de'] as const;

export const TimelineSettings = z.strictObject({
  background: Colour.optional(),
  text_color: Colour.optional(),
  /** The size of the text, in pixels. */
  text_size: z.int().min(8).max(100).optional(),
  progress_bar: z.boolean().optional(),
  /** Whether the study switches to full screen before the first trial, and leaves it at the end. */
  fullscreen: z.boolean().optional(),
  /** Milliseconds between trials, where a trial does not say otherwise. */
  gap_ms: z.int().min(0).max(timelineLimits.timelineMs).optional(),
  /** Keyboard responses after fewer milliseconds than this do not count. */
  minimum_valid_rt: z.int().min(0).max(timelineLimits.timelineMs).optional(),
});
export type TimelineSettings = z.output<typeof TimelineSettings>;

const Shape = z.strictObject({
  format: z.literal(timelineFormat),
  version: z.literal(1),
  title: z.string().max(limits.title),
  /** The language of the player's own texts: its buttons, and the message about files that could not be loaded. */
  language: z.enum(timelineLanguages),
  settings: TimelineSettings,
  nodes: z.array(TimelineNode).max(timelineLimits.timelineNodes),
});

const deepestBlock = 12;
/** Whether blocks are nested too deeply. It loops, since a recursion could overflow the stack. */
function tooDeep(given: unknown): boolean {
  let level = [given];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepestBlock + 1) return true;
    level = level.flatMap((one) => {
      const inner = typeof one === 'object' && one !== null && 'nodes' in one ? one.nodes : [];
      return Array.isArray(inner) ? (inner as unknown[]) : [];
    });
  }
  return false;
}

export const Timeline = z
  .preprocess((given, context) => {
    if (tooDeep(given)) context.addIssue({ code: 'custom', message: 'too_deep', path: ['nodes'] });
    return given;
  }, Shape)
  .superRefine(({ nodes }, context) => {
    const seen = new Set<string>();
    for (const { id } of walkNodes(nodes)) {
      if (seen.has(id))
        context.addIssue({ code: 'custom', message: 'named_twice', path: ['nodes'] });
      seen.add(id);
    }
    if (seen.size > timelineLimits.timelineNodes)
      context.addIssue({ code: 'custom', message: 'too_long', path: ['nodes'] });
  });
export type Timeline = z.output<typeof Timeline>;

export const emptyTimeline = (title: string, language: Timeline['language']): Timeline => ({
  format: timelineFormat,
  version: 1,
  title,
  language,
  settings: {},
  nodes: [],
});
