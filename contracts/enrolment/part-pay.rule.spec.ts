import fc from 'fast-check';
import type { PartialPay } from '../studies/payment-terms';
import {
  paidQuartersOfTime,
  partialRewardDue,
  partialPayFor,
  computePartialReward,
  mayPayByTime,
} from './part-pay.rule';
import { participationStates } from './participations';

const none: PartialPay = { kind: 'none' };
const byTime: PartialPay = { kind: 'by_time' };
const third: PartialPay = { kind: 'part', percent: 33 };
const minute = 60_000;

it.each([
  [0, 1],
  [1, 1],
  [5 * minute, 1],
  [5 * minute + 1, 2],
  [15 * minute, 3],
  [15 * minute + 1, 4],
  [20 * minute, 4],
  [999 * minute, 4],
])(
  'a participant who leaves a study of 20 minutes after %i ms is paid for %i quarters of the time',
  (spent, quarters) => expect(paidQuartersOfTime(20, spent)).toBe(quarters),
);

it.each([
  [450, none, 0],
  [450, third, 149],
  [450, { kind: 'part', percent: 100 } as const, 450],
  [49, { kind: 'part', percent: 1 } as const, 0],
  [50, { kind: 'part', percent: 1 } as const, 1],
  [450, byTime, 113],
  [1, byTime, 0],
])(
  'of a reward of %i, the terms %j pay %i in the first quarter of the time',
  (reward, part, amount) => expect(computePartialReward(reward, part, 20, 1)).toBe(amount),
);

it('partial pay is a whole number of minor units, at most the reward, and never falls when the time or the reward rises', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 100_000_000 }),
      fc.constantFrom(none, byTime, third),
      fc.integer({ min: 1, max: 600 }),
      fc.nat(50_000_000),
      fc.nat(10_000_000),
      (reward, part, stated, spent, more) => {
        const amount = computePartialReward(reward, part, stated, spent);
        expect(Number.isInteger(amount) && amount >= 0 && amount <= reward).toBe(true);
        expect(computePartialReward(reward, part, stated, spent + more)).toBeGreaterThanOrEqual(
          amount,
        );
        expect(computePartialReward(reward + more, part, stated, spent)).toBeGreaterThanOrEqual(
          amount,
        );
      },
    ),
  );
});

it('payment terms from before partial pay existed, and missing terms, pay nothing for leaving', () => {
  for (const terms of [null, undefined, {}]) {
    expect(partialPayFor(terms, 'withdrawn')).toEqual(none);
    expect(mayPayByTime(terms)).toBe(false);
  }
});

it('partial pay depends on the time spent if the terms say so for at least one way to leave', () => {
  expect(mayPayByTime({ pay: { withdrawn: byTime, screened_out: none } })).toBe(true);
  expect(mayPayByTime({ pay: { withdrawn: third, screened_out: byTime } })).toBe(true);
  expect(mayPayByTime({ pay: { withdrawn: third, screened_out: none } })).toBe(false);
});

it.each(participationStates)(
  'in the state %s, partial pay follows the terms for that way to leave',
  (state) => {
    const terms = { pay: { withdrawn: third, screened_out: byTime } };
    const expected =
      state === 'started' || state === 'withdrawn'
        ? third
        : state === 'screened_out'
          ? byTime
          : null;
    expect(partialRewardDue({ state, has_started: true }, terms)).toEqual(expected);
    expect(partialRewardDue({ state, has_started: false }, terms)).toBeNull();
    expect(
      partialRewardDue(
        { state, has_started: true },
        { pay: { withdrawn: none, screened_out: none } },
      ),
    ).toBeNull();
  },
);
