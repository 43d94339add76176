import { storedAnswerNames } from '../../../../contracts/timeline/timeline-answers.rule';
import type { Survey, SurveyElement } from '../../../../contracts/timeline/timeline-questionnaire';
import { visibilityRuleHolds, matrixRows, ratingChoices, answerChoiceOf } from './answers.rule';

const among = (count: number) => Math.floor(Math.random() * count);
const oneOf = <T>(list: readonly T[]): T | undefined => list[among(list.length)];

function madeUpText(element: SurveyElement & { type: 'text' }): string | number {
  const from = typeof element.min === 'number' ? element.min : 0;
  const to = typeof element.max === 'number' ? element.max : from + 100;
  switch (element.inputType) {
    case 'number':
    case 'range':
      return from + among(to - from + 1);
    case 'email':
      return 'someone@example.org';
    case 'url':
      return 'https://example.org';
    case 'tel':
      return '0123456';
    case 'date':
      return typeof element.min === 'string' ? element.min : '2000-01-15';
    case 'month':
      return typeof element.min === 'string' ? element.min : '2000-01';
    case 'time':
      return typeof element.min === 'string' ? element.min : '12:00';
    case 'text':
    case undefined:
      return 'word'.padEnd(element.minLength ?? 0, '.').slice(0, element.maxLength ?? Infinity);
  }
}

function madeUp(element: SurveyElement): Record<string, unknown> {
  const { name } = element;
  switch (element.type) {
    case 'html':
      return {};
    case 'text':
      return { [name]: madeUpText(element) };
    case 'comment':
      return { [name]: 'Some words.'.padEnd(element.minLength ?? 0, '.') };
    case 'radiogroup':
    case 'dropdown':
      return { [name]: oneOf(element.choices.map(answerChoiceOf))?.value };
    case 'checkbox': {
      const least = Math.max(1, element.minSelectedChoices ?? 1);
      const first = among(Math.max(1, element.choices.length - least + 1));
      return {
        [name]: element.choices.slice(first, first + least).map((one) => answerChoiceOf(one).value),
      };
    }
    case 'rating':
      return { [name]: oneOf(ratingChoices(element))?.value };
    case 'boolean':
      return { [name]: among(2) === 1 };
    case 'matrix':
      return Object.fromEntries(
        matrixRows(element).map((row) => [
          row.name,
          oneOf(element.columns.map(answerChoiceOf))?.value,
        ]),
      );
  }
}

/**
 * Makes up answers as a participant might give them. If an answer makes another question visible,
 * that question is answered, too. Hidden questions get null.
 */
export function simulatedAnswers(survey: Survey): Record<string, unknown> {
  const answers: Record<string, unknown> = {};
  const all: Record<string, unknown> = {};
  for (const page of survey.pages) {
    const isShown = visibilityRuleHolds(page.visibleIf, answers);
    for (const element of page.elements) {
      for (const name of storedAnswerNames(element)) all[name] = null;
      if (isShown && visibilityRuleHolds(element.visibleIf, answers))
        Object.assign(answers, madeUp(element));
    }
  }
  return { ...all, ...answers };
}
