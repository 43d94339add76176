import type { JsonObject } from '../../runtime/record-format/json.rule';
import { answerColumns, findValueByColumnName } from './answer-columns.rule';

describe('The answer of a run in a column', () => {
  it('is the last value, and the sum and number of all numbers', () => {
    const rows: JsonObject[] = [
      { correct: true, rt: 300 },
      { correct: false, rt: null },
      { rt: 500.5, choice: 'left' },
    ];
    expect(Object.fromEntries(answerColumns(rows, ['correct', 'rt', 'choice', 'none']))).toEqual({
      correct: { last: false, sum: 1, count: 2 },
      rt: { last: 500.5, sum: 800.5, count: 2 },
      choice: { last: 'left', sum: 0, count: 0 },
      none: { last: undefined, sum: 0, count: 0 },
    });
  });
  it('counts numbers that were stored as text, and has no sum if a value is withheld', () => {
    const rows: JsonObject[] = [
      { score: '5', correct: 'true', hidden: 1 },
      { score: ' 2.5 ', correct: 'false', hidden: '[withheld]' },
      { score: 'none', correct: 'maybe' },
    ];
    expect(Object.fromEntries(answerColumns(rows, ['score', 'correct', 'hidden']))).toEqual({
      score: { last: 'none', sum: 7.5, count: 2 },
      correct: { last: 'maybe', sum: 1, count: 2 },
      hidden: { last: '[withheld]', sum: Number.NaN, count: 2 },
    });
  });
  it('is found within an object when no column has the whole name', () => {
    expect(findValueByColumnName({ response: { age: 30 } }, 'response.age')).toBe(30);
    expect(
      findValueByColumnName({ 'response.age': 31, response: { age: 30 } }, 'response.age'),
    ).toBe(31);
    expect(findValueByColumnName({ response: 'x' }, 'response.age')).toBeUndefined();
  });
  it('is never an inherited property of a JavaScript object', () =>
    expect(findValueByColumnName({}, 'constructor.name')).toBeUndefined());
});
