import { z } from 'zod';
import { EnteredMoney } from '../../../../contracts/money/given-money';
import { paymentsLimits } from '../../../../contracts/payments/limits';

/**
 * The fields of a form that moves an amount of money, with the rules that the contract sets for one
 * request (contracts/payments/funding.ts).
 */
export const amountFields = {
  amount: z.int().min(1).max(paymentsLimits.fundingAmount),
  currency: EnteredMoney.shape.currency,
};
