import { useQueryClient } from '@tanstack/react-query';
import { readPayoutMethod } from '../../../../../contracts/payments/bank-payouts';
import { changePayment, listPayments } from '../../../../../contracts/payments/payments';
import { ApiError, mutation } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';

/** The codes of refusals which mean that the page shows an outdated payment. */
const outdated = ['already_decided', 'method_not_offered', 'out_of_stock'];

/**
 * Changes one of the participant's payments. It succeeds only once the page has loaded the new
 * state of the payment.
 */
export function useChangePayment() {
  const client = useQueryClient();
  // Choosing a bank transfer may have changed the remembered account, so it is refetched, too.
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
