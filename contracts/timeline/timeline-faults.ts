import { z } from 'zod';

/** The errors of a timeline. While it has one of these, the server makes no version of it. */
export const timelineFaultCodes = [
  /** The timeline is empty. */
  'timeline_empty',
  'block_empty',
  'unknown_plugin',
  'unknown_parameter',
  'parameter_missing',
  /** A parameter has a value of the wrong type; `detail` is the expected type. */
  'parameter_type',
  /**
   * A trial uses a variable, named by `detail`, for which no table above the trial has a column.
   */
  'variable_unknown',
  /**
   * A block shares the table of a block that does not exist or has no table, or it also has a table
   * of its own.
   */
  'table_missing',
  /**
   * A table has no columns or no rows. A row has more or fewer values than there are columns
   * (`detail` is the number of the row, from 1). Two columns have the same name.
   */
  'variables_empty',
  'row_length',
  'column_twice',
  /**
   * The settings that say which rows of a table a block uses, and in which order, are wrong. In the
   * order of these codes: the block has no table; the settings require more rows than the table
   * has; the number of weights is not the number of rows; a group is invalid.
   */
  'sample_without_variables',
  'sample_size',
  'sample_weights',
  'sample_groups',
  /** The timeline uses a file that is not among the study's files; `detail` is its path. */
  'file_missing',
  /** JavaScript has a syntax error; `detail` is the parser's message. */
  'js_syntax',
  /**
   * A questionnaire has an error. `path` leads to the element with the error. `detail` is the name
   * of this element, or says which value is expected there.
   */
  'survey_empty',
  'survey_element_type',
  'survey_element_twice',
  'survey_element_invalid',
  'survey_choices_missing',
  'survey_condition',
  'survey_condition_unknown',
  /** Blocks are nested too deeply. The error does not contain the nested content. */
  'too_deep',
  /** The list is cut off: the timeline has further errors. */
  'more_faults',
] as const;
export type TimelineFaultCode = (typeof timelineFaultCodes)[number];

export const TimelineFault = z
  .strictObject({
    code: z.enum(timelineFaultCodes),
    /** The id of the node with the fault; null where the fault is about the timeline as a whole. */
    node: z.string().nullable(),
    /** The name that the researcher gave to the node with the fault. */
    name: z.string(),
    /** The place within the timeline, as keys and indices between dots: `nodes.0.parameters.stimulus`. */
    path: z.string(),
    detail: z.string().nullable(),
    /** A sentence in the language of the request. */
    description: z.string(),
  })
  .meta({ id: 'TimelineFault' });
export type TimelineFault = z.output<typeof TimelineFault>;
