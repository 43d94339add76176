import type { SurveyChoice, SurveyElement } from './timeline-questionnaire';

/** Returns the names under which the data of a trial contain the answers to a question. */
export function storedAnswerNames(element: SurveyElement): string[] {
  switch (element.type) {
    case 'html':
      return [];
    case 'matrix':
      return element.rows.map((row) => `${element.name}_${String(choiceValueOf(row))}`);
    case 'radiogroup':
    case 'checkbox':
    case 'dropdown':
      return [element.name, ...(element.hasOther ? [`${element.name}_comment`] : [])];
    case 'text':
    case 'comment':
    case 'rating':
    case 'boolean':
      return [element.name];
  }
}

export const choiceValueOf = (choice: SurveyChoice) =>
  typeof choice === 'object' ? choice.value : choice;
