import fc from 'fast-check';
import type { PaymentState } from '../../../contracts/payments/payments';
import type { RosterParticipant } from '../../enrolment/rosters/listed-participants';
import {
  bonusTotals,
  bonusDigestText,
  bonusPaymentsForTags,
  bonusPaymentsForApproved,
  topUpPayments,
  type ListedReward,
} from './bonus-lines.rule';

const fee = 1_000;
const participant = (tag: string, more: Partial<RosterParticipant> = {}): RosterParticipant => ({
  id: `of ${tag}`,
  tag,
  state: 'approved',
  isEarlier: true,
  present: 'approved',
  ...more,
});
const listed = (...all: RosterParticipant[]) => new Map(all.map((one) => [one.tag, one]));
const reward = (tag: string, more: Partial<ListedReward> = {}): ListedReward => ({
  participationId: `of ${tag}`,
  amount: 450,
  state: 'paid',
  toppedUp: 0,
  ...more,
});

describe('A bonus for named participants', () => {
  it('has an amount and a fee for each participant, the fee rounded half up once', () =>
    expect(bonusPaymentsForTags([{ tag: 'a', amount: 15 }], listed(participant('a')), fee)).toEqual(
      {
        payments: [
          { participationId: 'of a', amount: 15, fee: 2, shown: 'approved', state: 'approved' },
        ],
        faults: [],
      },
    ));

  it('names the lines that cannot be paid', () => {
    const list = listed(
      participant('a'),
      participant('open', { state: 'completed', present: 'completed' }),
      participant('today', { isEarlier: false }),
    );
    const lines = ['a', 'b', 'open', 'a', 'today', 'b'].map((tag) => ({ tag, amount: 100 }));
    const { payments, faults } = bonusPaymentsForTags(lines, list, fee);
    expect(payments).toHaveLength(1);
    expect(faults).toEqual([
      { index: 1, code: 'unknown_tag' },
      { index: 2, code: 'not_approved' },
      { index: 3, code: 'named_twice' },
      { index: 4, code: 'not_approved' },
      { index: 5, code: 'unknown_tag' },
    ]);
  });
});

it('A bonus for all excludes participants approved today, since an anonymous session must not reveal that', () =>
  expect(
    bonusPaymentsForApproved(
      100,
      listed(
        participant('a'),
        participant('b', { isEarlier: false }),
        participant('c', { state: 'completed' }),
      ),
      fee,
    ).map(({ participationId }) => participationId),
  ).toEqual(['of a']));

describe('A bonus that tops up earlier payments to a target', () => {
  it.each([
    ['pays the difference to the target', {}, 50],
    ['subtracts earlier top-ups', { toppedUp: 20 }, 30],
    ['leaves out a participant whose reward equals the target', { amount: 500 }, null],
    [
      'leaves out a participant who has more than the target already',
      { amount: 480, toppedUp: 30 },
      null,
    ],
    ...(['due', 'approved', 'processing', 'failed'] as const).map(
      (state) => [`goes to a reward that is ${state}`, { state }, 50] as const,
    ),
    ...(['rejected', 'reversed', 'waived'] satisfies PaymentState[]).map(
      (state) => [`leaves out a reward that is ${state}`, { state }, null] as const,
    ),
  ] as const)('%s', (_, of, amount) =>
    expect(
      topUpPayments(500, listed(participant('a')), [reward('a', of)], fee).map(
        (one) => one.amount,
      )[0] ?? null,
    ).toBe(amount),
  );

  it('is due while the decision about the participant is open, and the digest does not reveal a decision of today', () => {
    const of = (present: 'completed' | 'approved') =>
      topUpPayments(
        500,
        listed(participant('a', { state: 'completed', present })),
        [reward('a', { state: 'due' })],
        fee,
      );
    expect(of('completed')).toMatchObject([{ state: 'due', shown: 'completed' }]);
    expect(of('approved')).toMatchObject([{ state: 'approved', shown: 'completed' }]);
    const text = (payments: ReturnType<typeof of>) =>
      bonusDigestText({
        session: 's',
        kind: 'top_up',
        reason: null,
        currency: 'EUR',
        earlier: 0,
        payments,
      });
    expect(text(of('completed'))).toBe(text(of('approved')));
  });

  it('leaves out participants whom the researchers rejected or cancelled today', () =>
    expect(
      topUpPayments(500, listed(participant('a', { state: 'nullified' })), [reward('a')], fee),
    ).toEqual([]));

  it('brings all participants to the target, and pays nothing when it is repeated', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ amount: fc.integer({ min: 1, max: 900 }), toppedUp: fc.nat(400) })),
        fc.integer({ min: 1, max: 1_200 }),
        (before, rate) => {
          const rewards = before.map((one, n) => reward(String(n), one));
          const list = listed(...before.map((_, n) => participant(String(n))));
          const given = new Map(
            topUpPayments(rate, list, rewards, fee).map((one) => [one.participationId, one.amount]),
          );
          const after = rewards.map((one) => ({
            ...one,
            toppedUp: one.toppedUp + (given.get(one.participationId) ?? 0),
          }));
          for (const { amount, toppedUp } of after)
            expect(amount + toppedUp).toBeGreaterThanOrEqual(rate);
          expect(topUpPayments(rate, list, after, fee)).toEqual([]);
        },
      ),
    );
  });
});

describe('The payments of a bonus and their digest text', () => {
  const about = {
    session: 's',
    kind: 'bonus',
    reason: 'Prize',
    currency: 'EUR',
    earlier: 0,
    payments: bonusPaymentsForApproved(100, listed(participant('a'), participant('b')), fee),
  };
  it('are confirmed by the same text in any order', () =>
    expect(bonusDigestText({ ...about, payments: [...about.payments].reverse() })).toBe(
      bonusDigestText(about),
    ));

  it.each([
    ['another amount', { payments: bonusPaymentsForApproved(101, listed(participant('a')), fee) }],
    ['a participant less', { payments: about.payments.slice(1) }],
    ['an earlier bonus', { earlier: 1 }],
    ['another reason', { reason: 'Thanks' }],
    ['another session', { session: 'other' }],
  ])('are confirmed by a different text with %s', (_, more) =>
    expect(bonusDigestText({ ...about, ...more })).not.toBe(bonusDigestText(about)),
  );

  it('are summed up as people, amount and fee', () =>
    expect(bonusTotals(about.payments)).toEqual({ people: 2, amount_total: 200, fee: 20 }));
});
