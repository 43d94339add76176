import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { multilineText } from '../../../../../contracts/base/fields';
import { paymentsLimits } from '../../../../../contracts/payments/limits';
import type { ParticipantPayment } from '../../../../../contracts/payments/payments';
import { showFieldErrors, useContractForm, useFieldProps } from '../../../lib/form';
import { formatNumber } from '../../../lib/intl/format';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { useFocusReturn } from '../../../ui/use-focus-return';
import { useChangePayment } from './use-change-payment';

const Form = z.object({ text: multilineText(paymentsLimits.answer) });

interface Props {
  payment: ParticipantPayment;
  onSent: () => void;
  onClose: () => void;
}

/** The dialog in which a participant answers a rejection, which is possible once. */
export function AnswerRejectionDialog({ payment, onSent, onClose }: Props) {
  useFocusReturn();
  const { t } = useTranslation('own-payments');
  const { t: common } = useTranslation('common');
  const form = useContractForm(Form, { text: '' });
  const field = useFieldProps(form);
  const answer = useChangePayment();
  const left = paymentsLimits.answer - form.watch('text').length;
  const submit = form.handleSubmit(({ text: said }) =>
    answer.mutate(
      { params: { id: payment._id }, body: { action: 'answer', text: said } },
      { onSuccess: onSent, onError: (error) => showFieldErrors(form, error) },
    ),
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('answer.title')}
      closeButtonProps={{ 'aria-label': common('action.close'), size: 44 }}
    >
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <Text size="sm">{t('answer.text')}</Text>
          <Textarea
            label={t('answer.label')}
            description={t('answer.left', { count: left, number: formatNumber(left) })}
            autosize
            minRows={4}
            maxRows={12}
            maxLength={paymentsLimits.answer}
            data-autofocus
            {...field('text')}
          />
          <ErrorNotice error={answer.error} kept={common('error.kept')} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {common('action.cancel')}
            </Button>
            <Button type="submit" loading={answer.isPending}>
              {t('answer.submit')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
