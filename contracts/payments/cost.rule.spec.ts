import fc from 'fast-check';
import { limits } from '../base/limits';
import { enrolmentLimits } from '../enrolment/limits';
import { ledgerLimits } from '../ledger/limits';
import {
  walletShortfall,
  shareOfAmount,
  computeCostPerParticipant,
  totalSessionCost,
} from './cost.rule';

describe('a share of an amount in basis points', () => {
  it.each([
    [1_000, 500, 50],
    [1, 5_000, 1],
    [1, 4_999, 0],
    [333, 1_000, 33],
    [335, 1_000, 34],
    [450, 0, 0],
    [450, 10_000, 450],
  ])('of %i at %i basis points is %i, with halves rounded up', (amount, basisPoints, part) =>
    expect(shareOfAmount(amount, basisPoints)).toBe(part),
  );

  it('is exact for every amount and differs from the exact quotient by at most a half', () =>
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.nat(10_000), (amount, basisPoints) => {
        const exact = BigInt(amount) * BigInt(basisPoints) * 2n;
        const twice = BigInt(shareOfAmount(amount, basisPoints)) * 20_000n - exact;
        expect(twice > -10_000n && twice <= 10_000n).toBe(true);
      }),
    ));
});

describe('cost of a session', () => {
  it('is the number of spots times reward plus fee, with the fee rounded once per participation', () => {
    expect(computeCostPerParticipant(333, 1_000)).toEqual({ reward: 333, fee: 33 });
    expect(totalSessionCost(30, computeCostPerParticipant(333, 1_000))).toBe(30 * 366);
    expect(totalSessionCost(30, computeCostPerParticipant(333, 0))).toBe(9_990);
  });
});

it('The cost of the largest possible session fits the largest amount of a ledger posting', () => {
  const dearest = totalSessionCost(
    enrolmentLimits.capacity,
    computeCostPerParticipant(limits.moneyAmount, 10_000),
  );
  expect(dearest).toBeLessThanOrEqual(ledgerLimits.postingAmount);
});

describe('the amount that a wallet lacks for a payment', () => {
  it.each([
    [100, 100, 0, 0],
    [101, 100, 0, 1],
    [101, 100, -50, 0],
    [151, 100, -50, 1],
    [1_000_000, -500, null, 0],
  ])(
    'of %i with a balance of %i and a lowest balance of %p is %i',
    (amount, balance, minimum, missing) =>
      expect(walletShortfall(amount, { balance, minimum })).toBe(missing),
  );
});
