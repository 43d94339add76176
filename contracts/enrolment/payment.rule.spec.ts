import { participationStates } from './participations';
import type { PartialPay } from '../studies/payment-terms';
import {
  lacksPaymentTerms,
  payWhenLeavingSentence,
  latestPaymentTime,
  participationPaymentSentence,
  paymentSentence,
  paymentStatusOf,
} from './payment.rule';

const reward = { amount: 450, currency: 'EUR' };
const terms = { how: 'bank\n transfer', within_days: 14 };
const payer = { first_name: 'Grace', last_name: 'Hopper', organization: 'Lab of X' };
const say = (key: string, values: object = {}) => `${key} ${JSON.stringify(values)}`;
const day = (at: Date) => at.toISOString().slice(0, 10);
const moments = {
  due_at: new Date('2026-12-19T10:00:00Z'),
  updated_at: new Date('2026-11-28T10:00:00Z'),
};

it('only a reward above zero needs payment terms', () => {
  expect(lacksPaymentTerms(reward, null)).toBe(true);
  expect(lacksPaymentTerms(reward, undefined)).toBe(true);
  expect(lacksPaymentTerms(reward, terms)).toBe(false);
  for (const unpaid of [null, undefined, { ...reward, amount: 0 }])
    expect(lacksPaymentTerms(unpaid, null)).toBe(false);
});

it('the payment is due the agreed days after the approval, or after the latest approval of a completed participation', () => {
  const by = (state: (typeof participationStates)[number]) =>
    latestPaymentTime({ state, ...moments }, reward, terms);
  expect(by('completed')?.toISOString()).toBe('2027-01-02T10:00:00.000Z');
  expect(by('approved')?.toISOString()).toBe('2026-12-12T10:00:00.000Z');
  for (const state of participationStates.filter((one) => !/completed|approved/.test(one)))
    expect([state, by(state)]).toEqual([state, null]);
  expect(latestPaymentTime({ state: 'approved', ...moments }, null, terms)).toBeNull();
  expect(latestPaymentTime({ state: 'approved', ...moments }, reward, null)).toBeNull();
});

it('the sentence about payment names the organization that pays, otherwise the person, otherwise “the researchers”', () => {
  const sentence = (
    of: typeof payer | { first_name: string; last_name: string; organization: null } | null,
  ) => paymentSentence(say, { payer: of, terms }, day);
  expect(sentence(payer)).toContain('by_name {"who":"Lab of X"');
  expect(sentence({ ...payer, organization: null })).toContain('"who":"Grace Hopper"');
  for (const nobody of [null, { first_name: '', last_name: '', organization: null }])
    expect(sentence(nobody)).toMatch(/^by_researchers /);
  expect(sentence(payer)).toContain('"how":"bank transfer"');
});

it('without payment terms, the sentence about payment says to ask the researchers', () => {
  expect(paymentSentence(say, { payer, terms: null }, day)).toBe('ask {}');
});

it('the sentence about payment contains the due date if there is one', () => {
  const by = new Date('2027-01-02T10:00:00Z');
  expect(paymentSentence(say, { payer, terms, by }, day)).toContain('2027-01-02');
});

it.each(participationStates)(
  'in the state %s, the sentence about payment promises a payment or states that there is none',
  (state) => {
    const standing = { state, part_due: null };
    const said = participationPaymentSentence(say, standing, { payer, terms }, day);
    const ended =
      /^(rejected|withdrawn|offer_expired|timed_out|declined_consent|no_show|nullified)$/;
    const status = ended.test(state) ? 'lost' : state === 'screened_out' ? 'part' : 'promised';
    expect(paymentStatusOf(standing, terms)).toBe(status);
    expect(said).toMatch(status === 'promised' ? /^by_name / : new RegExp(`^${status} `));
  },
);

const none = { kind: 'none' } as const;
const half = { kind: 'part', percent: 50 } as const;
const byTime = { kind: 'by_time' } as const;

it.each(['withdrawn', 'screened_out'] as const)(
  'in the state %s, the sentence about payment says that a part of the reward is paid and by whom, or that nothing is paid',
  (state) => {
    const spoken = { ...terms, pay: { withdrawn: half, screened_out: half } };
    const said = participationPaymentSentence(
      say,
      { state, part_due: half },
      { payer, terms: spoken },
      day,
    );
    expect(said).toMatch(/^part_due \{\} by_name /);
    expect(
      participationPaymentSentence(say, { state, part_due: null }, { payer, terms: spoken }, day),
    ).toBe('lost {}');
  },
);

describe('the sentence about pay for leaving early', () => {
  const sentence = (
    withdrawn: PartialPay,
    screened_out: PartialPay,
    of: { amount: number; currency: string } | null = reward,
  ) =>
    payWhenLeavingSentence(
      say,
      { reward: of, terms: { ...terms, pay: { withdrawn, screened_out } } },
      ({ amount, currency }) => `${amount} ${currency}`,
    );

  it('names the amount for each way to leave, and names it once when both are equal', () => {
    expect(sentence(half, none)).toBe('if_withdrawn {"amount":"225 EUR"}');
    expect(sentence(none, half)).toBe('if_screened_out {"amount":"225 EUR"}');
    expect(sentence(half, half)).toBe('if_either {"amount":"225 EUR"}');
    expect(sentence(byTime, half)).toBe(
      'if_withdrawn {"amount":"by_time {}"} if_screened_out {"amount":"225 EUR"}',
    );
  });

  it('is empty when nothing is paid, or when the terms do not mention it', () => {
    expect(sentence(none, none)).toBeNull();
    expect(sentence(half, half, null)).toBeNull();
    expect(
      sentence({ kind: 'part', percent: 1 }, none, { amount: 40, currency: 'EUR' }),
    ).toBeNull();
    for (const without of [null, terms])
      expect(payWhenLeavingSentence(say, { reward, terms: without }, String)).toBeNull();
  });
});
