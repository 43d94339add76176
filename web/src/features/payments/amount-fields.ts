import { z } from 'zod';
import { EnteredMoney } from '../../../../contracts/money/given-money';
import { paymentsLimits } from '../../../../contracts/payments/limits';

/**
 * The form fields of an amount that one call moves, with the rules of the contract
 * (contracts/payments/funding.ts).
 */
export const amountFields = {
  amount: z.int().min(1).max(paymentsLimits.fundingAmount),
  currency: EnteredMoney.shape.currency,
};
