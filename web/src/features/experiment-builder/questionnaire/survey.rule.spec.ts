import {
  elementTypes,
  Survey,
  SurveyElement,
} from '../../../../../contracts/timeline/timeline-questionnaire';
import {
  parseChoices,
  parseSurveyCondition,
  questionNamesBefore,
  newQuestion,
  moveByOne,
  surveyOf,
  textOfChoices,
  textOfCondition,
  withQuestionType,
} from './survey.rule';

const words = {
  question: 'Question',
  answers: 'Answer',
  agree: 'agree',
  disagree: 'disagree',
  statement: 'Statement',
};
const survey: Survey = {
  pages: [
    { elements: [newQuestion('boolean', { pages: [] }, words)] },
    {
      elements: [
        { type: 'html', name: 'h', html: '' },
        { type: 'text', name: 'q2' },
      ],
    },
  ],
};

describe('a questionnaire in the builder', () => {
  it.each(elementTypes)('gets a new valid question of the type %s', (type) => {
    const one = newQuestion(type, survey, words);
    expect(SurveyElement.parse(one)).toEqual(one);
    expect(['q1', 'q2']).not.toContain(one.name);
  });

  it.each(elementTypes.flatMap((from) => elementTypes.map((to) => [from, to] as const)))(
    'converts a question of the type %s to the type %s',
    (from, to) => {
      const before = newQuestion(from, survey, words);
      const after = withQuestionType(before, to, survey, words);
      expect(SurveyElement.safeParse(after).error?.issues).toBeUndefined();
      expect(after).toMatchObject({ type: to, name: before.name });
    },
  );

  it('can be edited if its value is a survey, but not if it is code', () => {
    expect(surveyOf(undefined)).toEqual({ pages: [] });
    expect(surveyOf(survey)).toBe(survey);
    expect([surveyOf({ $js: 'x' }), surveyOf([]), surveyOf({ pages: [1] })]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('lists the answers that precede a question', () => {
    expect(questionNamesBefore(survey, 'q2')).toEqual(['q1']);
    expect(questionNamesBefore(survey, 'q1')).toEqual([]);
  });

  it('reads one answer per line, with or without a value', () => {
    const text = '1 = never\n2 = always\nno answer\n5';
    expect(parseChoices(text)).toEqual([
      { value: 1, text: 'never' },
      { value: 2, text: 'always' },
      'no answer',
      5,
    ]);
    expect(textOfChoices(parseChoices(text))).toBe(text);
    expect(parseChoices('\n \n')).toEqual([]);
  });

  it.each(["{smokes} = 'yes'", '{age} >= 18', '{a} <> true', "{a} = ''"])(
    'reads the condition %s, and writes it the same',
    (text) => {
      const one = parseSurveyCondition(text);
      expect(one && textOfCondition(one)).toBe(text);
    },
  );

  it('keeps other conditions as expressions', () => {
    expect(['{a} = 1 and {b} = 2', 'a = 1', '{a} notempty', ''].map(parseSurveyCondition)).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it('moves a question by one step', () => {
    expect(moveByOne([1, 2, 3], 1, 1)).toEqual([1, 3, 2]);
    expect(moveByOne([1, 2, 3], 0, -1)).toEqual([1, 2, 3]);
  });
});
