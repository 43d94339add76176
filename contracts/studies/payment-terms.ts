import { z } from 'zod';
import { line, Money } from '../base/fields';
import { GivenMoney } from '../money/given-money';

/** The longest text on how a study pays, in characters; the most days between approval and payment. */
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

/** The fields about the pay of a study. */
export const pay = { reward: Money.nullable(), payment_terms: PaymentTerms.nullable() };
export const givenPay = {
  reward: GivenMoney.nullable().optional(),
  /** Needed to launch a session with a reward (`payment_terms_missing`). */
  payment_terms: PaymentTerms.nullable().optional(),
};

/** The owner of the study at the launch, who pays; names are empty if they are not known. */
export const Payer = z.object({
  first_name: z.string(),
  last_name: z.string(),
  organization: z.string().nullable(),
});
export type Payer = z.output<typeof Payer>;
