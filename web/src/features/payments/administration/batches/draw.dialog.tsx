import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  createPayoutBatch,
  listPayoutBatches,
  type WaitingPayouts,
} from '../../../../../../contracts/payments/bank-payouts';
import { paymentsLimits } from '../../../../../../contracts/payments/limits';
import { useKeyedMutation } from '../../../../lib/http/use-keyed-mutation';
import { formatMoney } from '../../../../lib/intl/format-money';
import { showMessage } from '../../../../lib/ui.store';
import { ConfirmDialog } from '../../../../ui/feedback/confirm.dialog';
import { ErrorNotice } from '../../../../ui/feedback/error-notice';
import { useFocusReturn } from '../../../../ui/use-focus-return';

/** Makes one batch of all payouts in a currency that wait for a batch. */
export function CreatePayoutBatchDialog({
  waiting,
  onClose,
}: {
  waiting: WaitingPayouts;
  onClose: () => void;
}) {
  useFocusReturn();
  const { t } = useTranslation('payments');
  const client = useQueryClient();
  const draw = useKeyedMutation(createPayoutBatch, {
    onSuccess: ({ payments, total, currency }) => {
      const money = formatMoney({ amount: total, currency });
      showMessage(t('payouts.draw.done', { count: payments, money }), { type: 'success' });
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: [listPayoutBatches.path] }),
  });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={() => draw.mutate({ body: { currency: waiting.currency } })}
      title={t('payouts.draw.open')}
      confirm={t('payouts.draw.submit')}
      busy={draw.isPending}
      notice={<ErrorNotice error={draw.error} />}
    >
      {t('payouts.draw.text', {
        count: Math.min(waiting.payments, paymentsLimits.payoutsPerBatch),
      })}
    </ConfirmDialog>
  );
}
