import { useQueryClient } from '@tanstack/react-query';
import { readPayoutMethod } from '../../../../../contracts/payments/bank-payouts';
import { changePayment, listPayments } from '../../../../../contracts/payments/payments';
import { ApiError, mutation } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';

/** The refusals which mean that the page shows an outdated payment. */
const outdated = ['already_decided', 'method_not_offered', 'out_of_stock'];

/** Changes an own payment. It succeeds only once the page has loaded the new state of the payment. */
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
