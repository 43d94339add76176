import fc from 'fast-check';
import {
  emptyAnswerColumn,
  type AnswerColumn,
} from '../../research-data/answers/answer-columns.rule';
import type { Json } from '../../runtime/record-format/json.rule';
import { toPayableMinorUnits, InvalidExpression, parseExpression } from './expression.rule';

const over =
  (columns: Record<string, Json | AnswerColumn>) =>
  (name: string): AnswerColumn => {
    const value = columns[name];
    if (value === undefined) return emptyAnswerColumn;
    return typeof value === 'object' && value !== null && 'sum' in value
      ? (value as AnswerColumn)
      : { last: value, sum: 0, count: 0 };
  };
const result = (text: string, columns: Record<string, Json | AnswerColumn> = {}) =>
  parseExpression(text).of(over(columns));

describe('An expression over answers', () => {
  it.each([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['10 - 2 - 3', 5],
    ['12 / 3 / 2', 2],
    ['-2 * -3', 6],
    ['2 - -3 - 1', 4],
    ['-2 + 3 * -(1 + 1)', -8],
    ['1 + 1 < 3 - 2', 0],
    ['6 / 2 * 3', 9],
    ['round(0.285, 0.01)', 0.29],
    ['round(-2.5)', -2],
    ['.5 + 0.25', 0.75],
    ['min(3, 1, 2) + max(4, 9)', 10],
    ['abs(0 - 4)', 4],
    ['round(2.5)', 3],
    ['round(1.3, 0.5)', 1.5],
    ['1 < 2', 1],
    ['2 >= 3', 0],
    ['1 + 1 == 2', 1],
    ['if(0, 5, 7)', 7],
  ])('%s is %d', (text, value) => expect(result(text)).toBeCloseTo(value, 10));

  it.each<[string, Record<string, Json | AnswerColumn>, number | null]>([
    ['0.1 * score', { score: 12 }, 1.2],
    ['score', { score: ' 12.5 ' }, 12.5],
    ['correct', { correct: true }, 1],
    ['if(choice == "left", 2, 0.5)', { choice: 'left' }, 2],
    ['if(choice == "left", 2, 0.5)', { choice: 'right' }, 0.5],
    ['if(choice != 3, 1, 2)', { choice: 'right' }, 1],
    ['`time (ms)` / 2', { 'time (ms)': 8 }, 4],
    ['response.age', { 'response.age': 30 }, 30],
    ['sum(correct) / count(correct)', { correct: { last: 0, sum: 3, count: 4 } }, 0.75],
    ['sum + 1', { sum: 4 }, 5],
    ['min(min, sum(sum))', { min: 4, sum: { last: 0, sum: 3, count: 2 } }, 3],
    ['if(answer == "3", 1, 0)', { answer: '3' }, 1],
    ['if(answer == "3", 1, 0)', { answer: 3 }, 1],
    ['if(answer == " left ", 1, 0)', { answer: ' left' }, 1],
    ['if(correct == "true", 1, 0)', { correct: true }, 1],
    ['if(correct == "false", 1, 0)', { correct: false }, 1],
    ['if(correct, 1, 0)', { correct: 'false' }, 0],
    ['if(größe > 1, 1, 0)', { größe: 2 }, 1],
    ['if(choice == "left", 2, 0.5)', { choice: '[withheld]' }, null],
    ['or(score, 7)', { score: '[withheld]' }, 7],
    ['or(score, 7)', {}, 7],
    ['or(score, 7)', { score: 0 }, 0],
    ['score', {}, null],
    ['score', { score: 'many' }, null],
    ['score', { score: null }, null],
    ['score', { score: [1] }, null],
    ['if(score > 3, 1, 0)', {}, null],
    ['if(score > 3, 1, 0)', { score: 'many' }, null],
    ['1 / score', { score: 0 }, null],
    ['round(1, score)', { score: 0 }, null],
  ])('%s of %j is %j', (text, columns, value) => {
    const found = result(text, columns);
    if (value === null) expect(found).toBeNull();
    else expect(found).toBeCloseTo(value, 10);
  });

  it('names the columns that it reads', () =>
    expect([...parseExpression('sum(a) + or(b, 2) * `c d` + min(a, 1)').names]).toEqual([
      'a',
      'b',
      'c d',
    ]));

  it.each([
    '',
    '1 +',
    '(1',
    '1)',
    '1 2',
    'min()',
    'if(1, 2)',
    'sum(1)',
    'eval(1)',
    'constructor(1)',
    '__proto__(a)',
    'a = 1',
    'a; b',
    '"open',
    'a[0]',
    '1 < 2 < 3',
    '2(3)',
    'min(1,)',
    '``',
    '1.2.3',
    'sum(a + b)',
    `${'('.repeat(200)}1${')'.repeat(200)}`,
  ])('%s is refused', (text) => expect(() => parseExpression(text)).toThrow(InvalidExpression));

  it('ends with a finite number, null or a refusal, whatever its text', () => {
    const pieces = ['1', 'a', '+', '-', '*', '/', '(', ')', ',', 'min(', 'if(', '"x"', '<', '`b`'];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 40 }), (parts) => {
        try {
          const value = result(parts.join(' '), { a: 3, b: 'x' });
          expect(value === null || Number.isFinite(value)).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidExpression);
        }
      }),
    );
  });
});

describe('An amount that an expression computes', () => {
  it.each([
    [1.005, 2, 101],
    [0.1 + 0.2, 2, 30],
    [1.5, 0, 2],
    [-1, 2, 0],
    [99, 2, 1_000],
    [1.2345, 3, 1_235],
    [8.115, 2, 812],
    [999.995, 2, 100_000],
    [1e300, 2, 100_000],
    [1.0049, 2, 100],
  ])('of %d with %d digits is %d minor units', (value, digits, minor) =>
    expect(toPayableMinorUnits(value, digits, minor === 1_000 ? 1_000 : 100_000)).toBe(minor),
  );
});
