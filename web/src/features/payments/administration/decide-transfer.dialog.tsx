import { Button, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { singleLine } from '../../../../../contracts/base/fields';
import {
  decideDeposit,
  type Deposit,
  listDeposits,
  listWallets,
} from '../../../../../contracts/payments/funding';
import { paymentsLimits } from '../../../../../contracts/payments/limits';
import { useContractForm, useFieldProps } from '../../../lib/form';
import { mutation } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';
import { formatMoney } from '../../../lib/intl/format-money';
import { showMessage } from '../../../lib/ui.store';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { useFocusReturn } from '../../../ui/use-focus-return';
import { type RefusalTexts, showRefusalAtField, errorWithoutField } from '../refusal-at-field';
import { researcherNameOf } from '../wallet-words';

export type TransferDecision = 'confirm' | 'refuse';

const forms = {
  confirm: z.object({ bank_reference: singleLine(paymentsLimits.reference), reason: z.string() }),
  refuse: z.object({ bank_reference: z.string(), reason: singleLine(paymentsLimits.reason) }),
};

interface Props {
  deposit: Deposit;
  decision: TransferDecision;
  onClose: () => void;
}

/** Confirms a transfer by the bank's reference, or refuses it with a reason for the researcher. */
export function DecideTransferDialog({ deposit, decision, onClose }: Props) {
  useFocusReturn();
  const { t } = useTranslation('payments');
  const { t: common } = useTranslation('common');
  const client = useQueryClient();
  const form = useContractForm(forms[decision], { bank_reference: '', reason: '' });
  const field = useFieldProps(form);
  const places: RefusalTexts<z.input<(typeof forms)[TransferDecision]>> = {
    bank_reference_used: ['bank_reference', t('decide.confirm.used')],
  };
  const decide = useMutation({
    ...mutation(decideDeposit),
    onSuccess: () => {
      showMessage(t(`decide.${decision}.done`), { type: 'success' });
      onClose();
    },
    onError: (error) => showRefusalAtField(form, error, places),
    onSettled: () =>
      Promise.all(
        [listDeposits, listWallets].map((e) => client.invalidateQueries({ queryKey: [e.path] })),
      ),
  });
  const submit = form.handleSubmit(({ bank_reference, reason }) =>
    decide.mutate({
      params: { id: deposit._id },
      body:
        decision === 'confirm'
          ? { action: 'confirm', bank_reference }
          : { action: 'refuse', reason },
    }),
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(`decide.${decision}.title`)}
      closeButtonProps={{ 'aria-label': common('action.close'), size: 44 }}
    >
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <Text className="numbers">
            {t('decide.what', {
              money: formatMoney(deposit),
              name: researcherNameOf(deposit.researcher) || t('nameless'),
              reference: deposit.reference,
            })}
          </Text>
          <Text size="sm">{t(`decide.${decision}.text`)}</Text>
          {decision === 'confirm' ? (
            <TextInput
              label={t('decide.confirm.field')}
              description={t('decide.confirm.hint')}
              maxLength={paymentsLimits.reference}
              data-autofocus
              {...field('bank_reference')}
            />
          ) : (
            <Textarea
              label={t('decide.refuse.field')}
              description={t('decide.refuse.hint')}
              maxLength={paymentsLimits.reason}
              data-autofocus
              {...field('reason')}
            />
          )}
          <ErrorNotice
            error={errorWithoutField(decide.error, places)}
            kept={common('error.kept')}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {common('action.cancel')}
            </Button>
            <Button
              type="submit"
              loading={decide.isPending}
              color={decision === 'refuse' ? 'red.9' : undefined}
            >
              {t(`decide.${decision}.submit`)}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
