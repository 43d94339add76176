import {
  parseCondition,
  isConditionTrue,
  questionsInCondition,
  type SurveyAnswers,
} from './timeline-expression.rule';

const answered = (expression: string, answers: SurveyAnswers) => {
  const condition = parseCondition(expression);
  if (!condition) throw new Error(`not read: ${expression}`);
  return isConditionTrue(condition, answers);
};

describe('condition of a questionnaire', () => {
  it.each([
    ["{pet} = 'cat'", { pet: 'cat' }, true],
    ["{pet} = 'cat'", { pet: 'dog' }, false],
    ["{pet} != 'cat'", {}, true],
    ['{age} >= 18 and {age} < 30', { age: '29' }, true],
    ['{age} >= 18 and {age} < 30', { age: 30 }, false],
    ['{age} >= 18', {}, false],
    ['{a} = 1 or {b} = 2 and {c} = 3', { a: 1 }, true],
    ['({a} = 1 or {b} = 2) and {c} = 3', { a: 1 }, false],
    ['not {a} empty', { a: 'x' }, true],
    ['{a} notempty', { a: [] }, false],
    ["{pets} contains 'cat'", { pets: ['dog', 'cat'] }, true],
    ["{pets} notcontains 'cat'", { pets: ['dog'] }, true],
    ["{pets} anyof ['cat', 'dog']", { pets: ['dog'] }, true],
    ['{agrees} = true', { agrees: true }, true],
    ["{word} = 'it\\'s'", { word: "it's" }, true],
    ['{date} > "2026-01-31"', { date: '2026-02-01' }, true],
    ['{minus} = -1.5', { minus: -1.5 }, true],
  ])('%s with %j is %s', (expression, answers, expected) => {
    expect(answered(expression, answers)).toBe(expected);
  });

  it.each([
    '',
    '{a}',
    '{a} = ',
    '= 1',
    '{a} = 1 and',
    '({a} = 1',
    '{a} ~ 1',
    '{a} = 1 {b} = 2',
    "{a} = 'x",
  ])('is refused when it cannot be parsed: %j', (expression) => {
    expect(parseCondition(expression)).toBeNull();
  });

  it('is refused without a stack overflow when it is nested endlessly', () => {
    expect(parseCondition('('.repeat(100_000))).toBeNull();
    expect(parseCondition(`${'not '.repeat(100_000)}{a} empty`)).toBeNull();
  });

  it('lists the questions that it refers to', () => {
    const condition = parseCondition('not ({a} = {b}) or {c} empty');
    expect(condition && questionsInCondition(condition)).toEqual(['a', 'b', 'c']);
  });
});
