import type {
  ElementType,
  Survey,
  SurveyChoice,
  SurveyElement,
  SurveyPage,
} from '../../../../../contracts/timeline/timeline-questionnaire';
import type { Json } from '../../../../../contracts/timeline/timeline-values';
import { unusedColumnName, parseCellText } from '../table/cells.rule';

/**
 * Returns the questionnaire that a value contains, if this editor can edit the questionnaire; null
 * for anything else, such as code.
 */
export function surveyOf(value: Json | undefined): Survey | null {
  if (value === undefined || value === null || value === '') return { pages: [] };
  if (typeof value !== 'object' || Array.isArray(value) || !Array.isArray(value.pages)) return null;
  const isPage = (page: Json) =>
    typeof page === 'object' &&
    page !== null &&
    !Array.isArray(page) &&
    Array.isArray(page.elements) &&
    page.elements.every(
      (one) => typeof one === 'object' && one !== null && 'type' in one && 'name' in one,
    );
  return value.pages.every(isPage) ? (value as unknown as Survey) : null;
}

export const questionNamesIn = (survey: Survey): string[] =>
  survey.pages.flatMap(({ elements }) => elements.map(({ name }) => name));

/**
 * Lists the names of the questions before a question. Their answers can decide whether the page
 * shows the question.
 */
export const questionNamesBefore = (survey: Survey, name: string): string[] => {
  const asked = survey.pages.flatMap(({ elements }) => elements);
  const at = asked.findIndex((one) => one.name === name);
  return asked
    .slice(0, at < 0 ? asked.length : at)
    .filter(({ type }) => type !== 'html')
    .map((one) => one.name);
};

interface Words {
  question: string;
  answers: string;
  agree: string;
  disagree: string;
  statement: string;
}

/** Makes a new question of a type, with example content. */
export function newQuestion(type: ElementType, survey: Survey, words: Words): SurveyElement {
  const name = unusedColumnName(questionNamesIn(survey), `q${questionNamesIn(survey).length + 1}`);
  const title = words.question;
  const choices = [1, 2].map((n) => `${words.answers} ${n}`);
  switch (type) {
    case 'radiogroup':
    case 'checkbox':
    case 'dropdown':
      return { type, name, title, choices };
    case 'rating':
      return {
        type,
        name,
        title,
        rateMin: 1,
        rateMax: 7,
        minRateDescription: words.disagree,
        maxRateDescription: words.agree,
      };
    case 'matrix':
      return {
        type,
        name,
        title,
        rows: [1, 2].map((n) => ({ value: `s${n}`, text: `${words.statement} ${n}` })),
        columns: [1, 2, 3, 4, 5],
      };
    case 'html':
      return { type, name, html: `<p>${words.question}</p>` };
    case 'text':
    case 'comment':
    case 'boolean':
      return { type, name, title };
  }
}

/** Changes the type of a question; properties that both types have keep their values. */
export function withQuestionType(
  element: SurveyElement,
  type: ElementType,
  survey: Survey,
  words: Words,
) {
  const fresh = newQuestion(type, survey, words);
  const old = element as Record<string, unknown>;
  const kept = Object.fromEntries(
    ['name', 'title', 'description', 'isRequired', 'visibleIf', ...Object.keys(fresh)].flatMap(
      (key) =>
        old[key] === undefined || key === 'type' || (key === 'rows' && type !== 'matrix')
          ? []
          : [[key, old[key]]],
    ),
  );
  const { title: _, ...rest } = kept;
  return { ...fresh, ...(type === 'html' ? onlyOf(rest) : kept), type } as SurveyElement;
}
const onlyOf = (kept: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(kept).filter(([key]) => ['name', 'visibleIf'].includes(key)));

export const replaceSurveyPage = (survey: Survey, at: number, page: SurveyPage | null): Survey => ({
  ...survey,
  pages: survey.pages.flatMap((one, i) => (i === at ? (page ? [page] : []) : [one])),
});

/**
 * Moves an item of a list up or down by one place; changes nothing if the item is already at that
 * end of the list.
 */
export function moveByOne<T>(list: readonly T[], at: number, by: -1 | 1): T[] {
  const next = [...list];
  const [one, other] = [list[at], list[at + by]];
  if (one !== undefined && other !== undefined) [next[at], next[at + by]] = [other, one];
  return next;
}

/** Reads one choice per line: `1 = never` stores 1, `never` stores the text itself. */
export function parseChoices(text: string): SurveyChoice[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, value, words] = /^\s*([^=]*?\S)\s*=\s*(.*\S)\s*$/.exec(line) ?? [];
      const plain = (one: string) => {
        const read = parseCellText(one);
        return typeof read === 'number' || typeof read === 'boolean' ? read : one;
      };
      return value !== undefined && words !== undefined
        ? { value: plain(value), text: words }
        : plain(line.trim());
    });
}
export const textOfChoices = (choices: readonly SurveyChoice[] = []): string =>
  choices
    .map((one) =>
      typeof one === 'object'
        ? one.text === undefined
          ? String(one.value)
          : `${one.value} = ${one.text}`
        : String(one),
    )
    .join('\n');

export const conditionOperators = ['=', '<>', '<', '<=', '>', '>='] as const;
export interface SimpleCondition {
  name: string;
  sign: (typeof conditionOperators)[number];
  value: string;
}
/**
 * Reads a condition that compares the answer to one question with one value; null for any other
 * expression.
 */
export function parseSurveyCondition(text: string): SimpleCondition | null {
  const [, name, found, quoted, bare] =
    /^\{([A-Za-z_]\w*)\}\s*(=|<>|<=|>=|<|>)\s*(?:'([^'\\]*)'|([\w.-]*))$/.exec(text.trim()) ?? [];
  const sign = conditionOperators.find((one) => one === found);
  return name !== undefined && sign ? { name, sign, value: quoted ?? bare ?? '' } : null;
}
export const textOfCondition = ({ name, sign, value }: SimpleCondition): string => {
  const read = parseCellText(value);
  const isBare = typeof read === 'number' || typeof read === 'boolean';
  return `{${name}} ${sign} ${isBare ? value : `'${value.replace(/['\\]/g, '')}'`}`;
};
