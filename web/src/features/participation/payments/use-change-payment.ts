import { useQueryClient } from '@tanstack/react-query';
import { readPayoutMethod } from '../../../../../contracts/payments/bank-payouts';
import { changePayment, listPayments } from '../../../../../contracts/payments/payments';
import { ApiError, mutation } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';

/** After these refusals, the page shows a payment that is no longer like this. */
const outdated = ['already_decided', 'method_not_offered', 'out_of_stock'];

/** Changes an own payment. It succeeds once the page has the payment as it is then. */
export function useChangePayment() {
  const client = useQueryClient();
  // The choice of a bank account may have remembered it.
  const refresh = () =>
    Promise.all(
      [listPayments, readPayoutMethod].map((e) => client.invalidateQueries({ queryKey: [e.path] })),
    );
  return useMutation({
    ...mutation(changePayment),
    onSuccess: refresh,
    onError: (error) =>
      error instanceof ApiError && outdated.includes(String(error.code)) ? refresh() : undefined,
  });
}
