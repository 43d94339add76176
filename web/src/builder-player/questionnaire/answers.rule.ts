import {
  parseCondition,
  isConditionTrue,
  type SurveyAnswers,
} from '../../../../contracts/timeline/timeline-expression.rule';
import { choiceValueOf } from '../../../../contracts/timeline/timeline-answers.rule';
import type {
  SurveyChoice,
  SurveyElement,
} from '../../../../contracts/timeline/timeline-questionnaire';
import type { QuestionnaireTexts } from '../texts';

/** The value of the choice "other", which comes with a text field. */
export const otherChoiceValue = 'other';
export const noneChoiceValue = 'none';

export const visibilityRuleHolds = (
  visibleIf: string | undefined,
  answers: SurveyAnswers,
): boolean => {
  if (visibleIf === undefined || visibleIf.trim() === '') return true;
  const condition = parseCondition(visibleIf);
  if (!condition) throw new Error(`The condition "${visibleIf}" cannot be read.`);
  return isConditionTrue(condition, answers);
};

export interface AnswerChoice {
  value: string | number | boolean;
  text: string;
}
export const answerChoiceOf = (choice: SurveyChoice): AnswerChoice =>
  typeof choice === 'object'
    ? { value: choice.value, text: choice.text ?? String(choice.value) }
    : { value: choice, text: String(choice) };

export function ratingChoices(element: SurveyElement & { type: 'rating' }): AnswerChoice[] {
  if (element.rateValues) return element.rateValues.map(answerChoiceOf);
  const { rateMin = 1, rateMax = 5, rateStep = 1 } = element;
  const steps = Math.min(100, Math.floor((rateMax - rateMin) / rateStep) + 1);
  return Array.from({ length: steps }, (_, i) => answerChoiceOf(rateMin + i * rateStep));
}

/** Returns the rows of a matrix, each with the name under which its answer is stored. */
export const matrixRows = (element: SurveyElement & { type: 'matrix' }) =>
  element.rows.map((row) => ({
    ...answerChoiceOf(row),
    name: `${element.name}_${String(choiceValueOf(row))}`,
  }));

const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);

/**
 * A fault in an answer: the key of the message to show, and the value to insert into the message.
 */
export interface AnswerFault {
  text: keyof QuestionnaireTexts;
  value?: string | number;
}

/**
 * The answer is checked by these patterns and not by the browser, because browsers differ in what
 * they accept.
 */
const written: Partial<Record<string, { pattern: RegExp; text: keyof QuestionnaireTexts }>> = {
  email: { pattern: /^[^\s@]+@[^\s@]+\.[^\s@]+$/, text: 'wrong_email' },
  url: { pattern: /^https?:\/\/\S+$/, text: 'wrong_url' },
};

function textFault(
  element: SurveyElement & { type: 'text' | 'comment' },
  value: unknown,
): AnswerFault | null {
  const { minLength = 0, maxLength = Infinity } = element;
  const inputType = element.type === 'text' ? element.inputType : undefined;
  const pattern = inputType && written[inputType];
  if (inputType === 'number' || inputType === 'range') {
    if (typeof value !== 'number' || !Number.isFinite(value)) return { text: 'wrong_number' };
  } else if (typeof value !== 'string') return null;
  else if (pattern && !pattern.pattern.test(value)) return { text: pattern.text };
  else if (value.length < minLength) return { text: 'too_short', value: minLength };
  else if (value.length > maxLength) return { text: 'too_long', value: maxLength };
  if (element.type === 'comment') return null;
  // ISO dates compare correctly as texts.
  const { min, max } = element;
  if (min !== undefined && min !== '' && value < min) return { text: 'too_small', value: min };
  if (max !== undefined && max !== '' && value > max) return { text: 'too_large', value: max };
  return null;
}

/**
 * Returns the fault in the answer to a question; null if the answer is valid. With a fault, the
 * participant cannot go on to the next page.
 */
export function answerFaultOf(element: SurveyElement, answers: SurveyAnswers): AnswerFault | null {
  if (element.type === 'html') return null;
  if (element.type === 'matrix') {
    const given = matrixRows(element).filter(({ name }) => !isEmpty(answers[name]));
    if (element.isAllRowRequired && given.length < element.rows.length)
      return { text: 'not_answered' };
    return element.isRequired && given.length === 0 ? { text: 'not_answered' } : null;
  }
  const value = answers[element.name];
  if (isEmpty(value)) return element.isRequired ? { text: 'not_answered' } : null;
  switch (element.type) {
    case 'text':
    case 'comment':
      return textFault(element, value);
    case 'checkbox': {
      const chosen = Array.isArray(value) ? value.length : 0;
      const { minSelectedChoices: least = 0, maxSelectedChoices: most = Infinity } = element;
      if (chosen < least && !(value as unknown[]).includes(noneChoiceValue))
        return { text: 'choose_more', value: least };
      return chosen > most ? { text: 'choose_less', value: most } : null;
    }
    case 'radiogroup':
    case 'dropdown':
    case 'rating':
    case 'boolean':
      return null;
  }
}
