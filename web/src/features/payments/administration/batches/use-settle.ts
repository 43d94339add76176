import { useQueryClient } from '@tanstack/react-query';
import {
  listPayoutBatches,
  type PayoutSettlement,
  settlePayoutBatch,
  readPayoutBatch,
  type PayoutBatchDetails,
} from '../../../../../../contracts/payments/bank-payouts';
import { mutation, query } from '../../../../lib/http/api';
import { useMutation } from '../../../../lib/http/use-mutation';
import { applyBankResults } from './settled.rule';

/**
 * Reports the bank's results for transfers of a batch. The shown lines are updated without a new
 * request, because the audit log would record that they were read again.
 */
export function useReportBankResults(
  batchId: string,
  onDone: (settlement: PayoutSettlement) => void,
) {
  const client = useQueryClient();
  const params = { id: batchId };
  return useMutation({
    ...mutation(settlePayoutBatch),
    onSuccess: (batch, { body }) => {
      client.setQueryData<PayoutBatchDetails>(
        query(readPayoutBatch, { params }).queryKey,
        (before) => before && { ...batch, lines: applyBankResults(before.lines, body) },
      );
      onDone(body);
    },
    onSettled: () => client.invalidateQueries({ queryKey: [listPayoutBatches.path] }),
  });
}
