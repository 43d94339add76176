import { z } from 'zod';
import { singleLine, Money } from '../base/fields';
import { EnteredMoney } from '../money/given-money';

/**
 * The most characters of the text on how a study pays; the most days between approval and payment;
 * the most that answers may earn a participant, in minor units.
 */
export const paymentLimits = { how: 300, days: 90, byAnswers: 100_000_00 } as const;

/**
 * What is due to a participant who leaves after the start: nothing, a part of the reward in percent, or the reward in
 * quarters of the stated time (contracts/enrolment/part-pay.rule.ts).
 */
export const PartialPay = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('part'), percent: z.int().min(1).max(100) }),
  z.strictObject({ kind: z.literal('by_time') }),
]);
export type PartialPay = z.output<typeof PartialPay>;

/** The states of participants who left after the start; a part of the reward may be due to them. */
export const earlyLeavingStates = ['screened_out', 'withdrawn'] as const;
export type EarlyLeavingState = (typeof earlyLeavingStates)[number];

/**
 * The payment terms of a study: how its researchers pay, in their words, and within how many days
 * after the approval. A session with a reward cannot be launched without payment terms. The launch
 * freezes them (docs/domain.md, 2).
 */
export const PaymentTerms = z
  .strictObject({
    how: singleLine(paymentLimits.how),
    within_days: z.int().min(0).max(paymentLimits.days),
    /**
     * What is due to participants who are screened out after the start, and to those who withdraw
     * after it. Absent: nothing.
     */
    pay: z.strictObject({ screened_out: PartialPay, withdrawn: PartialPay }).optional(),
    /**
     * The most that a participant's answers may earn on top of the reward, in minor units of its
     * currency. A launch reserves this amount for each spot. Absent: answers do not change the
     * payment.
     */
    by_answers: z.strictObject({ most: z.int().min(1).max(paymentLimits.byAnswers) }).optional(),
  })
  .meta({ id: 'PaymentTerms' });
export type PaymentTerms = z.output<typeof PaymentTerms>;

export const studyPaymentFields = {
  reward: Money.nullable(),
  payment_terms: PaymentTerms.nullable(),
};
export const studyPaymentInputFields = {
  reward: EnteredMoney.nullable().optional(),
  /** Needed to launch a session with a reward (`payment_terms_missing`). */
  payment_terms: PaymentTerms.nullable().optional(),
};

/** The owner of the study at the launch, who pays; names are empty if they are not known. */
export const SessionPayer = z.object({
  first_name: z.string(),
  last_name: z.string(),
  organization: z.string().nullable(),
});
export type SessionPayer = z.output<typeof SessionPayer>;
