import {
  storedAnswerNames,
  choiceValueOf,
} from '../../../contracts/timeline/timeline-answers.rule';
import { walkNodes, type Timeline } from '../../../contracts/timeline/timeline';
import {
  Survey,
  type SurveyChoice,
  type SurveyElement,
} from '../../../contracts/timeline/timeline-questionnaire';

/*
 * Reads the questions of a study from its timeline, for descriptions of its data. Only constant
 * texts are read. A text that depends on a table's column, code or a condition may contain words of
 * a participant, so it is left out.
 */

/** A question, and the data column that contains its answers. */
export interface TimelineQuestion {
  readonly column: string;
  /** The text of the question without HTML markup; '' if only its options are known. */
  readonly prompt: string;
  /**
   * The possible answers. `value` is stored for an answer, and `label` is the text of the answer.
   * If an option has only one text, `value` and `label` are this text.
   */
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  /** The lowest and the highest answer on the scale. */
  readonly allowed?: readonly [number, number];
}

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const mostCharacters = 2_000;

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
};
/** Returns the text of an HTML fragment without its tags; '' for a value that is not a text. */
export const plainTextOf = (html: unknown): string =>
  typeof html !== 'string'
    ? ''
    : html
        .replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, ' ')
        .replace(/<\/?[a-z][^<>]*>/gi, ' ')
        .replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => entities[entity] ?? entity)
        .replace(/\s+/g, ' ')
        .trim()
        .slice(0, mostCharacters);

const textsIn = (value: unknown): string[] | undefined =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string')
    ? value.map(plainTextOf)
    : undefined;
const numberIn = (value: unknown, otherwise: number): number | undefined =>
  value === undefined ? otherwise : typeof value === 'number' ? value : undefined;

/**
 * Makes the options of a question whose stored answer is the position of the chosen option, from 0,
 * as in jsPsych.
 */
const byPlace = (labels: readonly string[] | undefined) =>
  labels && {
    options: labels.map((label, i) => ({ value: String(i), label })),
    allowed: [0, labels.length - 1] as const,
  };
const bySelf = (options: readonly string[] | undefined) =>
  options && { options: options.map((label) => ({ value: label, label })) };

type Answered = Pick<TimelineQuestion, 'options' | 'allowed'> | undefined;
const answersOf: Readonly<Record<string, (question: Fields) => Answered>> = {
  'survey-likert': ({ labels }) => byPlace(textsIn(labels)),
  'survey-multi-choice': ({ options }) => bySelf(textsIn(options)),
  'survey-multi-select': ({ options }) => bySelf(textsIn(options)),
  'survey-text': () => ({}),
};
/**
 * The plugins that ask one question. Each function reads the question's text and its possible
 * answers from the parameters of a trial.
 */
const single: Readonly<Record<string, (parameters: Fields) => Answered & { prompt: string }>> = {
  ...Object.fromEntries(
    ['html', 'image', 'audio', 'video', 'canvas'].flatMap((kind) => [
      [
        `${kind}-slider-response`,
        (of: Fields) => {
          const [min, max] = [numberIn(of['min'], 0), numberIn(of['max'], 100)];
          const isKnown = min !== undefined && max !== undefined && min <= max;
          return { prompt: promptOf(kind, of), ...(isKnown && { allowed: [min, max] as const }) };
        },
      ],
      [
        `${kind}-button-response`,
        (of: Fields) => ({ prompt: promptOf(kind, of), ...byPlace(textsIn(of['choices'])) }),
      ],
    ]),
  ),
};
const promptOf = (kind: string, { stimulus, prompt }: Fields): string =>
  [kind === 'html' ? plainTextOf(stimulus) : '', plainTextOf(prompt)].filter(Boolean).join(' ');

function* ofPlugin(plugin: string, parameters: Fields): Generator<TimelineQuestion> {
  const one = single[plugin]?.(parameters);
  if (one) yield { column: 'response', ...one };
  const answers = answersOf[plugin];
  const questions = parameters['questions'];
  if (answers && Array.isArray(questions))
    for (const [i, question] of questions.entries()) {
      if (!isFields(question)) continue;
      const { name, prompt } = question;
      if (name !== undefined && typeof name !== 'string') continue;
      yield {
        column: `response.${name || `Q${i}`}`,
        prompt: plainTextOf(prompt),
        ...answers(question),
      };
    }
  const survey = plugin === 'questionnaire' ? Survey.safeParse(parameters['survey']).data : null;
  for (const { elements } of survey?.pages ?? [])
    for (const element of elements) yield* ofElement(element);
}

const labelled = (choices: readonly SurveyChoice[]) =>
  choices.map((choice) => {
    const value = String(choiceValueOf(choice));
    const text = typeof choice === 'object' ? plainTextOf(choice.text) : '';
    return { value, label: text || value };
  });

function* ofElement(element: SurveyElement): Generator<TimelineQuestion> {
  if (element.type === 'html') return;
  const prompt = [plainTextOf(element.title) || element.name, plainTextOf(element.description)]
    .filter(Boolean)
    .join(' ');
  if (element.type === 'matrix') {
    const options = labelled(element.columns);
    for (const [i, { label }] of labelled(element.rows).entries())
      yield { column: storedAnswerNames(element)[i] ?? '', prompt: `${prompt}: ${label}`, options };
    return;
  }
  yield { column: element.name, prompt, ...answersTo(element) };
}

function answersTo(element: Exclude<SurveyElement, { type: 'html' | 'matrix' }>): Answered {
  switch (element.type) {
    case 'radiogroup':
    case 'checkbox':
    case 'dropdown':
      return { options: labelled(element.choices) };
    case 'rating': {
      const { rateMin = 1, rateMax = 5, rateValues } = element;
      if (rateValues) return { options: labelled(rateValues) };
      const ends = [
        [rateMin, plainTextOf(element.minRateDescription)],
        [rateMax, plainTextOf(element.maxRateDescription)],
      ] as const;
      const options = ends.flatMap(([value, label]) =>
        label ? [{ value: String(value), label }] : [],
      );
      return { allowed: [rateMin, rateMax], ...(options.length > 0 && { options }) };
    }
    case 'boolean': {
      const { labelTrue, labelFalse } = element;
      if (labelTrue === undefined || labelFalse === undefined) return {};
      return {
        options: [
          { value: 'true', label: plainTextOf(labelTrue) },
          { value: 'false', label: plainTextOf(labelFalse) },
        ],
      };
    }
    case 'text': {
      const { min, max } = element;
      const isScale = typeof min === 'number' && typeof max === 'number';
      return isScale ? { allowed: [min, max] } : {};
    }
    case 'comment':
      return {};
  }
}

/**
 * Finds the questions of a timeline, in its order. Questions with neither text nor options are left
 * out.
 */
export function timelineQuestions({ nodes }: Pick<Timeline, 'nodes'>): TimelineQuestion[] {
  const asked: TimelineQuestion[] = [];
  for (const node of walkNodes(nodes))
    if (node.type === 'trial')
      for (const question of ofPlugin(node.plugin, node.parameters))
        if (question.prompt !== '' || question.options) asked.push(question);
  return asked;
}
