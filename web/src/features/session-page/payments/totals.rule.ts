import type { Money } from '../../../../../contracts/base/fields';
import {
  type PaymentState,
  paymentStates,
  type SessionPayment,
} from '../../../../../contracts/payments/payments';

export interface StateTotal extends Money {
  state: PaymentState;
  count: number;
}

/** Counts and adds up the payments in each state. It leaves out states without payments. */
export function paymentTotalsOf(
  payments: readonly Pick<SessionPayment, 'state' | 'amount' | 'currency'>[],
): StateTotal[] {
  return paymentStates.flatMap((state) => {
    const those = payments.filter((one) => one.state === state);
    const [first] = those;
    if (!first) return [];
    const amount = those.reduce((sum, one) => sum + one.amount, 0);
    return [{ state, count: those.length, amount, currency: first.currency }];
  });
}
