import { Alert, Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { ParticipantPayment, PaymentMethod } from '../../../../../contracts/payments/payments';
import { fieldErrorText, showFieldErrors, useContractForm } from '../../../lib/form';
import { ApiError } from '../../../lib/http/api';
import { formatMoney } from '../../../lib/intl/format-money';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { IconAlertTriangle } from '../../../ui/icons/alert-triangle';
import { useFocusReturn } from '../../../ui/use-focus-return';
import {
  paymentActionOf,
  emptyBankAccount,
  invalidIban,
  PaymentMethodForm,
  type PaymentMethodInput,
  type RemotePaymentMethod,
} from './bank-form';
import { BankFields } from './bank-fields';
import { useRememberedAccount } from './remembered-account';
import { useChangePayment } from './use-change-payment';

/** The codes of refusals that concern the chosen method. */
const ofMethod = ['out_of_stock', 'method_not_offered'] as const;
const refusedMethod = (error: unknown) =>
  ofMethod.find((code) => error instanceof ApiError && error.code === code);

interface Props {
  payment: ParticipantPayment;
  onChosen: (method: RemotePaymentMethod) => void;
  /** Shows the code with which the researcher confirms a payment in cash. */
  onCode: () => void;
  onClose: () => void;
}

/** Chooses how a payment is paid, among the methods that the study offers now. */
export function ChooseMethodDialog({ payment, onChosen, onCode, onClose }: Props) {
  useFocusReturn();
  const { t } = useTranslation('own-payments');
  const { t: common } = useTranslation('common');
  const { methods } = payment;
  const form = useContractForm<PaymentMethodInput, PaymentMethodForm>(PaymentMethodForm, {
    ...(methods.length === 1 && { method: methods[0] }),
    to_remembered: false,
    account: emptyBankAccount,
    remember: false,
  });
  const choose = useChangePayment();
  const remembered = useRememberedAccount(methods.includes('bank'));
  const hasAccount = Boolean(remembered.data?.account);
  const method = form.watch('method') as PaymentMethod | undefined;
  const refused = refusedMethod(choose.error);
  const isIban = choose.error instanceof ApiError && choose.error.code === 'invalid_iban';
  const { setValue } = form;
  useEffect(() => setValue('to_remembered', hasAccount), [setValue, hasAccount]);
  const submit = form.handleSubmit((values) => {
    if (values.method === 'cash') return onCode();
    const chosen = values.method;
    choose.mutate(
      { params: { id: payment._id }, body: paymentActionOf(values, chosen) },
      {
        onSuccess: () => onChosen(chosen),
        onError: (error) => {
          if (error instanceof ApiError && error.code === 'invalid_iban')
            form.setError(
              'account.iban',
              { type: 'server', message: invalidIban },
              { shouldFocus: true },
            );
          else showFieldErrors(form, error);
        },
      },
    );
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('choose.title', { money: formatMoney(payment) })}
      closeButtonProps={{ 'aria-label': common('action.close'), size: 44 }}
    >
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <Controller
            control={form.control}
            name="method"
            render={({ field: { value, onChange, ref }, fieldState }) => (
              <Radio.Group
                label={t('choose.label')}
                value={value ?? null}
                onChange={(next) => {
                  choose.reset();
                  onChange(next);
                }}
                error={fieldErrorText(common, fieldState.error?.message)}
              >
                <Stack gap="sm" mt="xs">
                  {methods.map((one, i) => (
                    <Radio
                      key={one}
                      ref={i === 0 ? ref : undefined}
                      value={one}
                      label={t(`method.${one}`)}
                      description={t(`method_text.${one}`)}
                      data-autofocus={i === 0 || undefined}
                    />
                  ))}
                </Stack>
              </Radio.Group>
            )}
          />
          {method === 'bank' && <BankFields form={form} />}
          {refused && (
            <Alert
              color="orange"
              role="alert"
              icon={<IconAlertTriangle aria-hidden />}
              title={t(`refused.${refused}`)}
            >
              {methods.length > 1 && <Text size="sm">{t('refused.other')}</Text>}
            </Alert>
          )}
          {!refused && !isIban && <ErrorNotice error={choose.error} kept={common('error.kept')} />}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {common('action.cancel')}
            </Button>
            <Button type="submit" loading={choose.isPending}>
              {t(`choose.submit.${method ?? 'none'}`)}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
