import { z } from 'zod';
import { timelineLimits } from './limits';

/*
 * The parameter `survey` of our plugin `questionnaire`: a subset of the JSON of SurveyJS, with the
 * same names. The check reports everything outside of this subset as an error and ignores nothing.
 */

export const elementTypes = [
  'text',
  'comment',
  'radiogroup',
  'checkbox',
  'dropdown',
  'rating',
  'matrix',
  'boolean',
  'html',
] as const;
export type ElementType = (typeof elementTypes)[number];

/** The name under which the answer is stored, so it is also a column of the export. */
const Name = z
  .string()
  .max(timelineLimits.timelineKey)
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, { error: 'invalid' })
  .refine((name) => name !== '__proto__', { error: 'invalid' });
const Words = z.string().max(timelineLimits.timelineText);
const ChoiceValue = z.union([z.string().max(timelineLimits.timelineName), z.number(), z.boolean()]);
/** A possible answer: only its value, or its value and the text that is shown for it. */
export const SurveyChoice = z.union([
  ChoiceValue,
  z.strictObject({ value: ChoiceValue, text: Words.optional() }),
]);
export type SurveyChoice = z.output<typeof SurveyChoice>;
const Choices = z.array(SurveyChoice).max(200);

const common = {
  name: Name,
  /** The text of the question; if absent, the question's name is shown. */
  title: Words.optional(),
  description: Words.optional(),
  isRequired: z.boolean().optional(),
  /**
   * The condition under which the question is shown: `{age} >= 18 and {smokes} = 'yes'`
   * (timeline-expression.rule.ts). Always shown if absent.
   */
  visibleIf: z.string().max(1_000).optional(),
};
const choosing = {
  ...common,
  choices: Choices,
  choicesOrder: z.enum(['none', 'asc', 'desc', 'random']).optional(),
  /** Whether there is one more answer with a text field, whose text is stored as `<name>_comment`. */
  hasOther: z.boolean().optional(),
  otherText: Words.optional(),
  /**
   * Whether a `checkbox` question has one more answer, "none of these", which excludes the others. Its value is
   * `none`.
   */
  hasNone: z.boolean().optional(),
  noneText: Words.optional(),
};

export const SurveyElement = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('text'),
    ...common,
    inputType: z
      .enum(['text', 'number', 'email', 'url', 'tel', 'date', 'time', 'month', 'range'])
      .optional(),
    /** A limit for numbers, or for dates in the form `2026-01-31`. */
    min: z.union([z.number(), z.string().max(30)]).optional(),
    max: z.union([z.number(), z.string().max(30)]).optional(),
    step: z.number().positive().optional(),
    minLength: z.int().min(0).optional(),
    maxLength: z.int().min(0).optional(),
    placeholder: Words.optional(),
  }),
  z.strictObject({
    type: z.literal('comment'),
    ...common,
    rows: z.int().min(1).max(30).optional(),
    minLength: z.int().min(0).optional(),
    maxLength: z.int().min(0).optional(),
    placeholder: Words.optional(),
  }),
  z.strictObject({ type: z.literal('radiogroup'), ...choosing }),
  z.strictObject({
    type: z.literal('checkbox'),
    ...choosing,
    minSelectedChoices: z.int().min(0).optional(),
    maxSelectedChoices: z.int().min(0).optional(),
  }),
  z.strictObject({
    type: z.literal('dropdown'),
    ...choosing,
    /** The placeholder text of the empty field. */
    placeholder: Words.optional(),
  }),
  z.strictObject({
    type: z.literal('rating'),
    ...common,
    /** A scale without its own values goes from 1 to 5. */
    rateMin: z.int().optional(),
    rateMax: z.int().optional(),
    rateStep: z.int().min(1).optional(),
    rateValues: Choices.optional(),
    minRateDescription: Words.optional(),
    maxRateDescription: Words.optional(),
  }),
  z.strictObject({
    type: z.literal('matrix'),
    ...common,
    /** The answers are stored as `<name>_<value of the row>`. */
    rows: z.array(SurveyChoice).max(100),
    columns: Choices,
    isAllRowRequired: z.boolean().optional(),
    rowsOrder: z.enum(['initial', 'random']).optional(),
  }),
  z.strictObject({
    type: z.literal('boolean'),
    ...common,
    labelTrue: Words.optional(),
    labelFalse: Words.optional(),
  }),
  /** A text without a question; nothing is stored for it. */
  z.strictObject({
    type: z.literal('html'),
    name: Name,
    html: Words,
    visibleIf: common.visibleIf,
  }),
]);
export type SurveyElement = z.output<typeof SurveyElement>;

export const SurveyPage = z.strictObject({
  name: Name.optional(),
  title: Words.optional(),
  description: Words.optional(),
  elements: z.array(SurveyElement).max(200),
  visibleIf: common.visibleIf,
  questionsOrder: z.enum(['initial', 'random']).optional(),
});
export type SurveyPage = z.output<typeof SurveyPage>;

export const Survey = z.strictObject({
  title: Words.optional(),
  description: Words.optional(),
  pages: z.array(SurveyPage).max(100),
  /** Whether questions are numbered; `off` if absent. */
  showQuestionNumbers: z.enum(['on', 'off']).optional(),
  /** Whether a participant may go back to an earlier page; yes if absent. */
  showPrevButton: z.boolean().optional(),
  pageNextText: Words.optional(),
  pagePrevText: Words.optional(),
  completeText: Words.optional(),
});
export type Survey = z.output<typeof Survey>;
