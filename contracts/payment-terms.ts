import { z } from 'zod';
import { GivenMoney, line, Money } from './base/fields';

/** Characters of how a study pays; days between the approval and the payment. */
export const paymentLimits = { how: 300, days: 90 } as const;

/**
 * How the researchers of a study pay, in their words, and within how many days after the approval.
 * Required to launch a session with a reward, frozen by the launch (docs/domain.md, 2).
 */
export const PaymentTerms = z
  .strictObject({
    how: line(paymentLimits.how),
    within_days: z.int().min(0).max(paymentLimits.days),
  })
  .meta({ id: 'PaymentTerms' });
export type PaymentTerms = z.output<typeof PaymentTerms>;

/** What a study pays. */
export const pay = { reward: Money.nullable(), payment_terms: PaymentTerms.nullable() };
export const givenPay = {
  reward: GivenMoney.nullable().optional(),
  /** Needed to launch a session with a reward (`payment_terms_missing`). */
  payment_terms: PaymentTerms.nullable().optional(),
};

/** Who answered for the study at the launch, and so pays; names are empty where none is known. */
export const Payer = z.object({
  first_name: z.string(),
  last_name: z.string(),
  organization: z.string().nullable(),
});
export type Payer = z.output<typeof Payer>;
