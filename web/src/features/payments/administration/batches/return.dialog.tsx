import { Modal, Stack, Text, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { optionalSingleLine } from '../../../../../../contracts/base/fields';
import type { PayoutLine } from '../../../../../../contracts/payments/bank-payouts';
import { paymentsLimits } from '../../../../../../contracts/payments/limits';
import { showFieldErrors, useContractForm, useFieldProps } from '../../../../lib/form';
import { formatMoney } from '../../../../lib/intl/format-money';
import { showMessage } from '../../../../lib/ui.store';
import { ErrorNotice } from '../../../../ui/feedback/error-notice';
import { FormButtons } from '../../../../ui/form-buttons';
import { useFocusReturn } from '../../../../ui/use-focus-return';
import { useReportBankResults } from './use-settle';

const Form = z.object({ reason: optionalSingleLine(paymentsLimits.reason) });

interface Props {
  batch: { _id: string; currency: string };
  line: PayoutLine;
  onClose: () => void;
}

/** Records that the bank returned a transfer, and why. */
export function ReturnedTransferDialog({ batch, line, onClose }: Props) {
  useFocusReturn();
  const { t } = useTranslation('payments');
  const { t: common } = useTranslation('common');
  const form = useContractForm(Form, { reason: '' });
  const field = useFieldProps(form);
  const settle = useReportBankResults(batch._id, () => {
    showMessage(t('payouts.return.done'), { type: 'success' });
    onClose();
  });
  const submit = form.handleSubmit(({ reason }) =>
    settle.mutate(
      {
        params: { id: batch._id },
        body: { lines: [{ id: line._id, state: 'returned', ...(reason && { reason }) }] },
      },
      { onError: (error) => showFieldErrors(form, error) },
    ),
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('payouts.return.title')}
      closeButtonProps={{ 'aria-label': common('action.close'), size: 44 }}
    >
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <Text className="numbers">
            {t('payouts.return.what', {
              money: formatMoney({ amount: line.amount, currency: batch.currency }),
              name: line.holder ?? t('payouts.no_account'),
            })}
          </Text>
          <Text size="sm">
            {t(line.state === 'paid' ? 'payouts.return.text_paid' : 'payouts.return.text')}
          </Text>
          <Textarea
            label={t('payouts.return.reason')}
            description={t('payouts.return.hint')}
            maxLength={paymentsLimits.reason}
            data-autofocus
            {...field('reason')}
          />
          <ErrorNotice error={settle.error} kept={common('error.kept')} />
          <FormButtons
            onCancel={onClose}
            isBusy={settle.isPending}
            submit={t('payouts.return.submit')}
          />
        </Stack>
      </form>
    </Modal>
  );
}
