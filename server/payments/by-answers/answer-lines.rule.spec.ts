import type { ParticipationState } from '../../../contracts/enrolment/participations';
import {
  makeAnswerPayments,
  answerPaymentsDigestText,
  areTooFewPaidAlike,
} from './answer-lines.rule';
import { computeAnswerAmounts } from './answer-amounts.rule';
import { parseExpression } from './expression.rule';

const terms = { most: 500, payable: 'approved', feeBasisPoints: 1_000 } as const;
const participants = new Map<string, ParticipationState>([
  ['a', 'approved'],
  ['rejected', 'rejected'],
  ['cancelled', 'nullified'],
  ['b', 'approved'],
]);

describe('Pay by answers as lines of participant codes and amounts', () => {
  it('have a fee each, rounded half up', () =>
    expect(makeAnswerPayments([{ participant: 'a', amount: 15 }], participants, terms)).toEqual({
      payments: [{ participant: 'a', amount: 15, fee: 2 }],
      faults: [],
    }));
  it('are refused with an error for each line that cannot be paid', () => {
    const lines = ['nobody', 'rejected', 'cancelled', 'a', 'a', 'b'].map((participant, n) => ({
      participant,
      amount: n === 5 ? 501 : 500,
    }));
    const { payments, faults } = makeAnswerPayments(lines, participants, terms);
    expect(payments).toHaveLength(1);
    expect(faults).toEqual([
      { index: 0, code: 'unknown_participant' },
      { index: 1, code: 'not_approved' },
      { index: 2, code: 'not_approved' },
      { index: 4, code: 'named_twice' },
      { index: 5, code: 'above_most' },
    ]);
  });
});

it('Pay by answers is refused when fewer than five participants get the same amount, or fewer than five get nothing', () => {
  const paid = (amount: number, count: number) => Array.from({ length: count }, () => ({ amount }));
  const all = (completed: number) =>
    new Map<string, ParticipationState>([
      ['left', 'withdrawn'],
      ...Array.from({ length: completed }, (_, n) => [`${n}`, 'completed'] as const),
    ]);
  expect(areTooFewPaidAlike(paid(100, 5), all(5))).toBe(false);
  expect(areTooFewPaidAlike([...paid(100, 5), ...paid(200, 5)], all(10))).toBe(false);
  expect(areTooFewPaidAlike([...paid(100, 9), ...paid(200, 4)], all(13))).toBe(true);
  expect(areTooFewPaidAlike(paid(100, 4), all(4))).toBe(true);
  expect(areTooFewPaidAlike(paid(100, 5), all(6))).toBe(true);
  expect(areTooFewPaidAlike(paid(100, 5), all(9))).toBe(true);
  expect(areTooFewPaidAlike(paid(100, 5), all(10))).toBe(false);
});

it('The digest of pay by answers changes with participants, amounts and reason, but not with the order of the lines', () => {
  const about = {
    session: 's',
    reason: 'Right answers',
    currency: 'EUR',
    payments: [
      { participant: 'a', amount: 100, fee: 10 },
      { participant: 'b', amount: 200, fee: 20 },
    ],
  };
  const text = answerPaymentsDigestText(about);
  expect(answerPaymentsDigestText({ ...about, payments: about.payments.toReversed() })).toBe(text);
  const swapped = about.payments.map((one, n) => ({ ...one, participant: n === 0 ? 'b' : 'a' }));
  for (const more of [
    { payments: swapped },
    { reason: 'x' },
    { session: 't' },
    { currency: 'USD' },
  ])
    expect(answerPaymentsDigestText({ ...about, ...more })).not.toBe(text);
});

describe('Amounts that an expression computes', () => {
  const answers = new Map(
    [
      ['a', 12],
      ['b', 100],
      ['c', 0],
    ].map(([code, score]) => [
      String(code),
      new Map([['score', { last: Number(score), sum: 0, count: 0 }]]),
    ]),
  );
  const of = (text: string, codes: string[]) =>
    computeAnswerAmounts(parseExpression(text), codes, answers, { digits: 2, most: 500 });

  it('are at most the maximum, and make no line when they are zero or below', () =>
    expect(of('score / 10', ['a', 'b', 'c'])).toEqual({
      lines: [
        { participant: 'a', amount: 120 },
        { participant: 'b', amount: 500 },
      ],
    }));
  it('are refused when no participant answered a named column, or one has no number in it', () => {
    expect(of('scores', ['a'])).toEqual({ lines: [], fault: 'unknown_variable' });
    expect(of('score', ['a', 'without a run'])).toEqual({ lines: [], fault: 'no_number' });
    expect(of('or(score, 0)', ['a', 'without a run']).lines).toHaveLength(1);
  });
});
