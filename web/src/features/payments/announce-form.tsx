import { Button, Card, Group, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { announceDeposit, type Deposit } from '../../../../contracts/payments/funding';
import { paymentsLimits } from '../../../../contracts/payments/limits';
import { AmountField } from '../../domain/payment/amount-field';
import { fieldErrorText, showFieldErrors, useContractForm } from '../../lib/form';
import { useKeyedMutation } from '../../lib/http/use-keyed-mutation';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { amountFields } from './amount-fields';

const Form = z.object(amountFields);

interface Props {
  /** The currencies that are offered, the first one preselected. */
  currencies: readonly string[];
  onAnnounced: (deposit: Deposit) => void;
  onCancel: () => void;
}

/** The form with which a researcher announces a bank transfer and its amount. */
export function AnnounceTransferForm({ currencies, onAnnounced, onCancel }: Props) {
  const { t } = useTranslation('payments');
  const { t: common } = useTranslation('common');
  const form = useContractForm(Form, {
    amount: undefined,
    currency: currencies[0],
  });
  const announce = useKeyedMutation(announceDeposit, {
    onSuccess: onAnnounced,
    onError: (error) => showFieldErrors(form, error),
  });
  const { setFocus } = form;
  useEffect(() => setFocus('amount'), [setFocus]);
  const currency = form.watch('currency');
  return (
    <Card component="section" aria-label={t('announce.open')}>
      <form
        noValidate
        onSubmit={(event) => void form.handleSubmit((body) => announce.mutate({ body }))(event)}
      >
        <Stack gap="md" maw="32rem">
          <Text size="sm">{t('announce.text')}</Text>
          <Controller
            control={form.control}
            name="amount"
            render={({ field: { ref, value, onChange }, fieldState, formState }) => (
              <AmountField
                inputRef={ref}
                label={t('amount')}
                currencyLabel={t('currency')}
                amount={value}
                currency={currency}
                onChange={(amount, next) => {
                  onChange(amount);
                  form.setValue('currency', next);
                }}
                currencies={currencies}
                max={paymentsLimits.fundingAmount}
                error={fieldErrorText(common, fieldState.error?.message)}
                currencyError={fieldErrorText(common, formState.errors.currency?.message)}
              />
            )}
          />
          <ErrorNotice error={announce.error} kept={common('error.kept')} />
          <Group gap="sm">
            <Button type="submit" loading={announce.isPending}>
              {t('announce.submit')}
            </Button>
            <Button variant="default" onClick={onCancel}>
              {common('action.cancel')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}
