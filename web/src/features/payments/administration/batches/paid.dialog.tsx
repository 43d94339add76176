import { useTranslation } from 'react-i18next';
import type { PayoutLine } from '../../../../../../contracts/payments/bank-payouts';
import { formatMoney } from '../../../../lib/intl/format-money';
import { showMessage } from '../../../../lib/ui.store';
import { ConfirmDialog } from '../../../../ui/feedback/confirm.dialog';
import { ErrorNotice } from '../../../../ui/feedback/error-notice';
import { useFocusReturn } from '../../../../ui/use-focus-return';
import { useReportBankResults } from './use-settle';

interface Props {
  batch: { _id: string; currency: string };
  /**
   * The transfers to mark as paid: a single one, or all transfers of the batch that have no result
   * yet.
   */
  lines: readonly PayoutLine[];
  isAll: boolean;
  onClose: () => void;
}

/** Asks whether the bank has made the transfers, since marking them as paid cannot be undone. */
export function ConfirmPaidDialog({ batch, lines, isAll, onClose }: Props) {
  useFocusReturn();
  const { t } = useTranslation('payments');
  const settle = useReportBankResults(batch._id, () => {
    showMessage(t('payouts.pay.done'), { type: 'success' });
    onClose();
  });
  const money = formatMoney({
    amount: lines.reduce((sum, { amount }) => sum + amount, 0),
    currency: batch.currency,
  });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={() =>
        settle.mutate({
          params: { id: batch._id },
          body: isAll
            ? { all: 'paid' }
            : { lines: lines.map(({ _id }) => ({ id: _id, state: 'paid' as const })) },
        })
      }
      title={t('payouts.pay.title')}
      confirm={t('payouts.pay.submit')}
      busy={settle.isPending}
      notice={<ErrorNotice error={settle.error} />}
    >
      {t('payouts.pay.text', { count: lines.length, money })}
    </ConfirmDialog>
  );
}
