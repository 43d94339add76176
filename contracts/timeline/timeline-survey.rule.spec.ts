import { surveyFaults } from './timeline-survey.rule';

const faults = (...elements: object[]) =>
  surveyFaults({ pages: [{ elements }] }).map(({ code, path, detail }) =>
    `${code} ${path.slice(3).join('.')} ${detail ?? ''}`.trim(),
  );
const text = (name: string, more: object = {}) => ({ type: 'text', name, ...more });

describe('faults of a questionnaire', () => {
  it('are none when conditions refer to earlier questions', () => {
    expect(
      faults(
        text('age', { inputType: 'number', min: 0 }),
        { type: 'radiogroup', name: 'pet', choices: ['cat', { value: 'none', text: 'No pet' }] },
        text('which', { visibleIf: "{pet} != 'none' and {age} > 3" }),
        { type: 'matrix', name: 'mood', rows: ['happy'], columns: [1, 2] },
        text('why', { visibleIf: '{mood_happy} = 2' }),
      ),
    ).toEqual([]);
  });

  it.each<[string, object[], string[]]>([
    ['an unknown kind', [{ type: 'file', name: 'cv' }], ['survey_element_type 0.type cv']],
    [
      'something that is not drawn here',
      [text('age', { enableIf: '{a} = 1' })],
      ['survey_element_invalid 0 age: enableIf'],
    ],
    ['no question', [{ type: 'html', name: 'hello', html: '<p>' }], ['survey_empty']],
    ['two of one name', [text('a'), text('a')], ['survey_element_twice 1 a']],
    ['a name that trials have', [text('rt')], ['survey_element_invalid 0 rt']],
    [
      'no choices',
      [{ type: 'dropdown', name: 'a', choices: [] }],
      ['survey_choices_missing 0.choices a'],
    ],
    [
      'a condition that cannot be read',
      [text('a'), text('b', { visibleIf: '{a} is 1' })],
      ['survey_condition 1.visibleIf {a} is 1'],
    ],
    [
      'a condition on a later question',
      [text('a', { visibleIf: '{b} = 1' }), text('b')],
      ['survey_condition_unknown 0.visibleIf b'],
    ],
    [
      'a scale from 5 to 1',
      [{ type: 'rating', name: 'a', rateMin: 5, rateMax: 1 }],
      ['survey_element_invalid 0 a'],
    ],
  ])('are found for %s', (_, elements, expected) => {
    expect(faults(...elements)).toEqual(expected);
  });

  it('are reported when the value is no questionnaire at all', () => {
    expect(surveyFaults('x').map(({ code }) => code)).toEqual(['survey_element_invalid']);
    expect(surveyFaults({}).map(({ path }) => path)).toEqual([['pages']]);
  });
});
