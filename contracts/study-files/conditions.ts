import { z } from 'zod';
import { studyBuildersOnly } from '../base/access';
import { endpoint } from '../base/endpoint';
import { IdParams, singleLine } from '../base/fields';
import { studyFilesLimits } from './limits';

/**
 * How a session draws the condition of a participant who starts (docs/decisions/conditions.md).
 * Each condition has a share of the seats: with shares 2 and 1, the first gets twice as many
 * participants.
 * - `least_filled`: at random among the conditions that have the fewest participants in relation to
 *   their share.
 * - `blocks`: at random among the free places of a block. In a block, each condition has `share` ×
 *   `repeats` places. When all places are taken, a new block begins. The next condition is harder
 *   to foresee than with `least_filled`.
 * - `weights`: at random in proportion to the shares, whatever was drawn before.
 * In an anonymous session one draw in three uses the chosen method, and the others use `weights`,
 * so that no draw can be foreseen with certainty.
 */
export const conditionAssignmentMethods = ['least_filled', 'blocks', 'weights'] as const;
export const ConditionAssignmentMethod = z.enum(conditionAssignmentMethods);
export type ConditionAssignmentMethod = z.output<typeof ConditionAssignmentMethod>;

/** The name of a condition has this key among the values that a study's script reads. */
export const conditionNameKey = 'name';

/** The key of a value of a condition: an identifier that a script can write after a dot. */
export const ConditionValueKey = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, { error: 'invalid' })
  .refine((key) => key !== conditionNameKey && key !== '__proto__', { error: 'invalid' });
const Value = z.union([z.string().max(studyFilesLimits.conditionValue), z.number(), z.boolean()]);

export const Condition = z.strictObject({
  name: singleLine(studyFilesLimits.conditionName),
  share: z.int().min(1).max(studyFilesLimits.conditionShare),
  /** The values in which conditions differ; the study's script reads them. */
  values: z
    .record(ConditionValueKey, Value)
    .refine((values) => Object.keys(values).length <= studyFilesLimits.conditionValues, {
      error: 'too_long',
    }),
});
export type Condition = z.output<typeof Condition>;

const eachNameOnce = (cells: readonly Condition[]) =>
  new Set(cells.map(({ name }) => name)).size === cells.length;

export const Conditions = z.strictObject({
  draw: ConditionAssignmentMethod,
  /** A block contains each condition `share` × `repeats` times. Only method `blocks` uses it. */
  repeats: z.int().min(1).max(studyFilesLimits.conditionRepeats).default(1),
  /**
   * Whether the conditions are hidden from the researchers (blinding): until the session is closed,
   * its page shows no counts by condition, and exports contain no condition.
   */
  blinded: z.boolean(),
  cells: z
    .array(Condition)
    .min(2)
    .max(studyFilesLimits.conditions)
    .refine(eachNameOnce, { error: 'named_twice' })
    .refine((cells) => JSON.stringify(cells).length <= studyFilesLimits.conditionsChars, {
      error: 'too_long',
    }),
});
export type Conditions = z.output<typeof Conditions>;

export const ConditionCounts = z
  .object({
    name: z.string(),
    share: z.int(),
    /**
     * How many participants of this condition count towards its share: those who have started and
     * are still taking part, and those who have completed.
     */
    seats: z.int(),
    /** How many of these participants have finished, with all their data stored. */
    finished: z.int(),
  })
  .meta({ id: 'ConditionTotal' });
export type ConditionCounts = z.output<typeof ConditionCounts>;

export const SessionConditions = z
  .object({
    /** The method that the launch froze; null for a session without conditions. */
    draw: ConditionAssignmentMethod.nullable(),
    /**
     * The time to which the counts refer. `day`: the session is anonymous, and the counts include
     * only participants who started before the current day (UTC).
     */
    resolution: z.enum(['moment', 'day']),
    /** Null while the session is blinded and not closed, and for a session without conditions. */
    totals: z.array(ConditionCounts).nullable(),
  })
  .meta({ id: 'SessionConditions' });
export type SessionConditions = z.output<typeof SessionConditions>;

export const readConditions = endpoint('GET', '/api/sessions/{id}/conditions/', {
  summary: 'How many participants of a session have which condition',
  access: { ...studyBuildersOnly, policy: 'session.manage' },
  params: IdParams,
  replies: { 200: SessionConditions },
  errors: ['forbidden'],
});
