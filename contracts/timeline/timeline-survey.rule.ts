import { storedAnswerNames, choiceValueOf } from './timeline-answers.rule';
import { parseCondition, questionsInCondition } from './timeline-expression.rule';
import type { TimelineFaultCode } from './timeline-faults';
import {
  elementTypes,
  Survey,
  type SurveyChoice,
  type SurveyElement,
} from './timeline-questionnaire';

export interface SurveyFault {
  code: TimelineFaultCode;
  /** The path within the questionnaire. */
  path: string[];
  detail: string | null;
}

/**
 * Names that jsPsych and this plugin write into the data of each trial, so that no question may
 * have one of them.
 */
const reserved: ReadonlySet<string> = new Set([
  'rt',
  'page_rts',
  'trial_type',
  'trial_index',
  'time_elapsed',
  'plugin_version',
  'trial_name',
  'correct',
]);

const nameAt = (survey: unknown, path: readonly PropertyKey[]): string | null => {
  let at: unknown = survey;
  let name: string | null = null;
  for (const key of path) {
    at =
      typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[key] : undefined;
    const named = typeof at === 'object' && at !== null && 'name' in at ? at.name : undefined;
    if (typeof named === 'string') name = named;
  }
  return name;
};

/**
 * Finds structural errors: an unknown kind of question, or a question whose properties do not fit
 * its kind.
 */
function shapeFaults(survey: unknown): SurveyFault[] | Survey {
  const parsed = Survey.safeParse(survey);
  if (parsed.success) return parsed.data;
  return parsed.error.issues.slice(0, 20).map(({ path, code, ...issue }) => {
    const way = path.map(String);
    const name = nameAt(survey, path);
    if (code === 'invalid_union' && way.at(-1) === 'type')
      return { code: 'survey_element_type', path: way, detail: name ?? elementTypes.join(', ') };
    const key =
      code === 'unrecognized_keys' && 'keys' in issue ? issue.keys.join(', ') : way.at(-1);
    const detail = [name, key].filter(Boolean).join(': ');
    return { code: 'survey_element_invalid', path: way, detail: detail || null };
  });
}

interface ChoiceFault {
  key: string;
  code: TimelineFaultCode;
}
function choiceFaults(element: SurveyElement): ChoiceFault[] {
  const lists: Record<string, readonly SurveyChoice[]> =
    element.type === 'matrix'
      ? { rows: element.rows, columns: element.columns }
      : element.type === 'radiogroup' || element.type === 'checkbox' || element.type === 'dropdown'
        ? { choices: element.choices }
        : element.type === 'rating' && element.rateValues
          ? { rateValues: element.rateValues }
          : {};
  return Object.entries(lists).flatMap(([key, list]): ChoiceFault[] => {
    if (list.length === 0) return [{ key, code: 'survey_choices_missing' as const }];
    const values = list.map((one) => String(choiceValueOf(one)));
    return new Set(values).size < values.length
      ? [{ key, code: 'survey_element_twice' as const }]
      : [];
  });
}

const isUnordered = (element: SurveyElement) =>
  (element.type === 'rating' && (element.rateMin ?? 1) >= (element.rateMax ?? 5)) ||
  ((element.type === 'text' || element.type === 'comment') &&
    element.minLength !== undefined &&
    element.maxLength !== undefined &&
    element.minLength > element.maxLength) ||
  (element.type === 'checkbox' &&
    (element.minSelectedChoices ?? 0) > (element.maxSelectedChoices ?? Infinity));

/** Finds the errors of a questionnaire, in the order of its pages. */
export function surveyFaults(given: unknown): SurveyFault[] {
  const survey = shapeFaults(given);
  if (Array.isArray(survey)) return survey;
  const found: SurveyFault[] = [];
  const add = (code: TimelineFaultCode, path: (string | number)[], detail: string | null) =>
    found.push({ code, path: path.map(String), detail });
  const known = new Set<string>();
  const elements = survey.pages.flatMap((page) => page.elements);
  if (!elements.some(({ type }) => type !== 'html')) add('survey_empty', ['pages'], null);
  const condition = (visibleIf: string | undefined, path: (string | number)[]) => {
    if (visibleIf === undefined || visibleIf.trim() === '') return;
    const read = parseCondition(visibleIf);
    if (!read) return add('survey_condition', [...path, 'visibleIf'], visibleIf);
    for (const name of questionsInCondition(read))
      if (!known.has(name)) add('survey_condition_unknown', [...path, 'visibleIf'], name);
  };
  for (const [p, page] of survey.pages.entries()) {
    condition(page.visibleIf, ['pages', p]);
    for (const [e, element] of page.elements.entries()) {
      const path = ['pages', p, 'elements', e];
      condition(element.visibleIf, path);
      for (const { key, code } of choiceFaults(element)) add(code, [...path, key], element.name);
      if (isUnordered(element)) add('survey_element_invalid', path, element.name);
      for (const name of storedAnswerNames(element)) {
        if (reserved.has(name)) add('survey_element_invalid', path, name);
        else if (known.has(name)) add('survey_element_twice', path, name);
        known.add(name);
      }
    }
  }
  return found;
}
