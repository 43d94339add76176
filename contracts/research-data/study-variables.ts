import { z } from 'zod';
import { studyBuildersOnly } from '../base/access';
import { endpoint } from '../base/endpoint';
import {
  Id,
  IdParams,
  isPlainText,
  optionalSingleLine,
  optionalMultilineText,
  multilineText,
} from '../base/fields';
import { columnTypes } from './research-data';

/**
 * Limits of the descriptions that researchers write for the variables of a study
 * (docs/decisions/export-formats.md).
 */
export const variableLimits = {
  /** The most characters of a column's name; a column with a longer name cannot be described. */
  name: 300,
  description: 2_000,
  unit: 60,
  levels: 100,
  level: 100,
  label: 300,
  /**
   * How many variables of a study may be described, how many characters all descriptions may have,
   * and how many of them one call may change.
   */
  ofStudy: 1_000,
  characters: 500_000,
  atOnce: 200,
  /** The most variables that one answer lists. */
  listed: 2_000,
} as const;

/** The name of a column as in the tables of an export, spaces included. */
const Name = z
  .string()
  .min(1)
  .max(variableLimits.name)
  .refine(isPlainText, { error: 'invalid_text' });

export const ValueLabel = z.strictObject({
  /** The value as the tables contain it. */
  value: z.string().min(1).max(variableLimits.level).refine(isPlainText, { error: 'invalid_text' }),
  label: multilineText(variableLimits.label),
});
export type ValueLabel = z.output<typeof ValueLabel>;

const hasOnce = (levels: readonly ValueLabel[]) =>
  new Set(levels.map(({ value }) => value)).size === levels.length;

const words = {
  name: Name,
  description: optionalMultilineText(variableLimits.description),
  unit: optionalSingleLine(variableLimits.unit),
  /** What single values mean, in the order that the researcher chose. */
  levels: z.array(ValueLabel).max(variableLimits.levels).refine(hasOnce, { error: 'named_twice' }),
};
/**
 * A researcher's description of a variable. It applies to every column of that name in the tables
 * of the study's data.
 */
export const VariableDescription = z.strictObject(words);
export type VariableDescription = z.output<typeof VariableDescription>;

/**
 * The description of a variable that has none yet; its keys are the properties of a description.
 */
export const emptyVariableDescription: Readonly<Omit<VariableDescription, 'name'>> = {
  description: '',
  unit: '',
  levels: [],
};

export const StudyVariable = z
  .object({
    ...words,
    /** The version of the description; null if the researchers have not written one. */
    version: Id.nullable(),
    /** The type of the column; null if the data that were read have no such column. */
    type: z.enum(columnTypes).nullable(),
    /**
     * The tables in which the column occurs: `data`, or files of externally collected data, by
     * name.
     */
    tables: z.array(z.string()),
    /**
     * The description by the plugin or the survey that records the variable; the codebook uses it where the
     * researcher wrote none.
     */
    recorded_description: z.string().nullable(),
  })
  .meta({ id: 'StudyVariable' });
export type StudyVariable = z.output<typeof StudyVariable>;

const access = { ...studyBuildersOnly, policy: 'study_data.export' } as const;
const replies = z
  .object({
    items: z.array(StudyVariable),
    next_cursor: z.null(),
    /**
     * How many runs the server read to find the columns. It reads the runs that an export by the
     * caller would contain.
     */
    runs: z.int(),
    /** Whether there are more runs, or more variables, than are listed. */
    more_runs: z.boolean(),
    more_variables: z.boolean(),
    /** Whether the columns come from simulated participants, because there are no real runs yet. */
    rehearsed: z.boolean(),
  })
  .meta({ id: 'StudyVariables' });

export const listStudyVariables = endpoint('GET', '/api/studies/{id}/variables/', {
  summary: 'The variables of the study’s data, with what its people say of them',
  access,
  params: IdParams,
  replies: { 200: replies },
  errors: ['forbidden', 'too_many_requests', 'unavailable'],
});

/**
 * Stores the given descriptions of variables. If one of them was changed in the meantime, the call
 * stores none of them, and all descriptions stay as they are.
 */
export const describeStudyVariables = endpoint('PUT', '/api/studies/{id}/variables/', {
  summary: 'Say what variables of the study’s data are; empty words take a description away',
  access,
  params: IdParams,
  bodyBytes: 1_000_000,
  body: z.strictObject({
    variables: z
      .array(
        z.strictObject({
          ...words,
          /**
           * The version of the description on which the change is based; if another version is
           * stored, nothing changes.
           */
          version: Id.nullable(),
        }),
      )
      .min(1)
      .max(variableLimits.atOnce)
      .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, {
        error: 'named_twice',
      }),
  }),
  replies: {
    200: z.object({ items: z.array(z.object({ ...words, version: Id.nullable() })) }),
  },
  errors: ['forbidden', 'variable_changed', 'too_many_variables', 'too_many_requests'],
});
