import { Modal, Stack, Text, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { multilineText } from '../../../../../../contracts/base/fields';
import { paymentsLimits } from '../../../../../../contracts/payments/limits';
import {
  type RejectionAnswerDecision,
  decideRejectionAnswer,
  listRejectionAnswers,
  type RejectionAnswer,
} from '../../../../../../contracts/payments/rejection-answers';
import { showFieldErrors, useContractForm, useFieldProps } from '../../../../lib/form';
import { mutation } from '../../../../lib/http/api';
import { useMutation } from '../../../../lib/http/use-mutation';
import { formatMoney } from '../../../../lib/intl/format-money';
import { showMessage } from '../../../../lib/ui.store';
import { ErrorNotice } from '../../../../ui/feedback/error-notice';
import { FormButtons } from '../../../../ui/form-buttons';
import { useFocusReturn } from '../../../../ui/use-focus-return';

const Form = z.object({ reason: multilineText(paymentsLimits.verdict) });

interface Props {
  answer: RejectionAnswer;
  action: RejectionAnswerDecision['action'];
  onClose: () => void;
}

/** Overturns a rejection, or lets it stand, with a reason that the participant reads. */
export function RejectionVerdictDialog({ answer, action, onClose }: Props) {
  useFocusReturn();
  const { t } = useTranslation('payments');
  const { t: common } = useTranslation('common');
  const client = useQueryClient();
  const form = useContractForm(Form, { reason: '' });
  const field = useFieldProps(form);
  const decide = useMutation({
    ...mutation(decideRejectionAnswer),
    onSuccess: () => {
      showMessage(t(`answers.${action}.done`), { type: 'success' });
      onClose();
    },
    onError: (error) => showFieldErrors(form, error),
    onSettled: () => client.invalidateQueries({ queryKey: [listRejectionAnswers.path] }),
  });
  const submit = form.handleSubmit(({ reason }) =>
    decide.mutate({ params: { id: answer._id }, body: { action, reason } }),
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(`answers.${action}.title`, { money: formatMoney(answer) })}
      closeButtonProps={{ 'aria-label': common('action.close'), size: 44 }}
    >
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <Text size="sm">{t(`answers.${action}.text`)}</Text>
          <Textarea
            label={t('answers.reason')}
            description={t('answers.reason_hint')}
            maxLength={paymentsLimits.verdict}
            autosize
            minRows={3}
            data-autofocus
            {...field('reason')}
          />
          <ErrorNotice error={decide.error} kept={common('error.kept')} />
          <FormButtons
            onCancel={onClose}
            isBusy={decide.isPending}
            submit={t(`answers.${action}.submit`)}
          />
        </Stack>
      </form>
    </Modal>
  );
}
