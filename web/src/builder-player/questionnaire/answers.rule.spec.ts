import type { Survey, SurveyElement } from '../../../../contracts/timeline/timeline-questionnaire';
import { answerFaultOf, ratingChoices } from './answers.rule';
import { simulatedAnswers } from './simulate';

const text = (more: object): SurveyElement => ({ type: 'text', name: 'a', ...more });

describe('an answer in a questionnaire', () => {
  it.each<[SurveyElement, unknown, string | null]>([
    [text({}), undefined, null],
    [text({ isRequired: true }), '', 'not_answered'],
    [text({ inputType: 'number', min: 18 }), 17, 'too_small'],
    [text({ inputType: 'number', max: 18 }), 19, 'too_large'],
    [text({ inputType: 'number' }), NaN, 'wrong_number'],
    [text({ inputType: 'email' }), 'nobody', 'wrong_email'],
    [text({ inputType: 'url' }), 'example.org', 'wrong_url'],
    [text({ inputType: 'date', min: '2026-01-01' }), '2025-12-31', 'too_small'],
    [text({ minLength: 3 }), 'ab', 'too_short'],
    [{ type: 'comment', name: 'a', maxLength: 2 }, 'abc', 'too_long'],
    [
      { type: 'checkbox', name: 'a', choices: [1, 2, 3], minSelectedChoices: 2 },
      [1],
      'choose_more',
    ],
    [
      { type: 'checkbox', name: 'a', choices: [1, 2, 3], maxSelectedChoices: 1 },
      [1, 2],
      'choose_less',
    ],
    [
      { type: 'checkbox', name: 'a', choices: [1, 2], minSelectedChoices: 2, hasNone: true },
      ['none'],
      null,
    ],
    [{ type: 'boolean', name: 'a', isRequired: true }, false, null],
  ])('to %j: %j is refused with %s', (element, answer, expected) => {
    expect(answerFaultOf(element, { a: answer })?.text ?? null).toBe(expected);
  });

  it('to a matrix is required in each row or in at least one, as configured', () => {
    const matrix: SurveyElement = { type: 'matrix', name: 'm', rows: ['x', 'y'], columns: [1, 2] };
    expect(answerFaultOf(matrix, {})).toBeNull();
    expect(answerFaultOf({ ...matrix, isRequired: true }, { m_x: 1 })).toBeNull();
    expect(answerFaultOf({ ...matrix, isAllRowRequired: true }, { m_x: 1 })?.text).toBe(
      'not_answered',
    );
  });

  it('on a scale must be one of the steps of the scale', () => {
    const scale = { type: 'rating', name: 'a', rateMin: 0, rateMax: 10, rateStep: 5 } as const;
    expect(ratingChoices(scale).map(({ value }) => value)).toEqual([0, 5, 10]);
  });
});

describe('the answers that a simulation makes up', () => {
  const survey: Survey = {
    pages: [
      {
        elements: [
          { type: 'boolean', name: 'has' },
          {
            type: 'text',
            name: 'which',
            inputType: 'number',
            min: 3,
            max: 4,
            visibleIf: '{has} = true',
          },
          { type: 'matrix', name: 'm', rows: ['x'], columns: [1, 2] },
        ],
      },
      { elements: [{ type: 'comment', name: 'why' }], visibleIf: '{has} = false' },
    ],
  };
  it('are valid, and leave out the questions that earlier answers hide', () => {
    for (let i = 0; i < 50; i++) {
      const { has, which, m_x: row, why } = simulatedAnswers(survey);
      expect([1, 2]).toContain(row);
      if (has)
        expect([
          [3, null],
          [4, null],
        ]).toContainEqual([which, why]);
      else expect([which, why]).toEqual([null, 'Some words.']);
    }
  });
});
