import { Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { singleLine } from '../../../../../contracts/base/fields';
import { listWallets, refundWallet, type Wallet } from '../../../../../contracts/payments/funding';
import { paymentsLimits } from '../../../../../contracts/payments/limits';
import { AmountField } from '../../../domain/payment/amount-field';
import { fieldErrorText, useContractForm, useFieldProps } from '../../../lib/form';
import { useKeyedMutation } from '../../../lib/http/use-keyed-mutation';
import { showMessage } from '../../../lib/ui.store';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { FormButtons } from '../../../ui/form-buttons';
import { amountFields } from '../amount-fields';
import { type RefusalTexts, showRefusalAtField, errorWithoutField } from '../refusal-at-field';
import { walletMoneyText } from '../wallet-words';

const Form = z.object({
  amount: amountFields.amount,
  reference: singleLine(paymentsLimits.reference),
});

/** Takes money out of a wallet and returns it to where it came from. */
export function RefundForm({ wallet, onClose }: { wallet: Wallet; onClose: () => void }) {
  const { t } = useTranslation('payments');
  const { t: common } = useTranslation('common');
  const client = useQueryClient();
  const form = useContractForm(Form, { amount: wallet.balance, reference: '' });
  const field = useFieldProps(form);
  const left = walletMoneyText(wallet, wallet.balance);
  const places: RefusalTexts<z.input<typeof Form>> = {
    insufficient_funds: ['amount', t('refund.too_much', { money: left })],
  };
  const refund = useKeyedMutation(refundWallet, {
    onSuccess: () => {
      showMessage(t('refund.done'), { type: 'success' });
      onClose();
    },
    onError: (error) => showRefusalAtField(form, error, places),
    onSettled: () => client.invalidateQueries({ queryKey: [listWallets.path] }),
  });
  const { setFocus } = form;
  useEffect(() => setFocus('amount'), [setFocus]);
  const submit = form.handleSubmit((body) => refund.mutate({ params: { id: wallet._id }, body }));
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <Text size="sm">{t('refund.text')}</Text>
        <Controller
          control={form.control}
          name="amount"
          render={({ field: { ref, value, onChange }, fieldState }) => (
            <AmountField
              inputRef={ref}
              label={t('amount')}
              currencyLabel={t('currency')}
              description={t('refund.at_most', { money: left })}
              amount={value}
              currency={wallet.currency}
              onChange={onChange}
              currencies={[wallet.currency]}
              max={paymentsLimits.fundingAmount}
              error={fieldErrorText(common, fieldState.error?.message)}
            />
          )}
        />
        <TextInput
          label={t('refund.reference')}
          description={t('refund.reference_hint')}
          maxLength={paymentsLimits.reference}
          {...field('reference')}
        />
        <ErrorNotice error={errorWithoutField(refund.error, places)} kept={common('error.kept')} />
        <FormButtons onCancel={onClose} isBusy={refund.isPending} submit={t('refund.submit')} />
      </Stack>
    </form>
  );
}
