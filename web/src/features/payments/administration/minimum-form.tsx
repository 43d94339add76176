import { Radio, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { changeWallet, listWallets, type Wallet } from '../../../../../contracts/payments/funding';
import { paymentsLimits } from '../../../../../contracts/payments/limits';
import { AmountField } from '../../../domain/payment/amount-field';
import { fieldErrorText, useContractForm } from '../../../lib/form';
import { mutation } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';
import { showMessage } from '../../../lib/ui.store';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { FormButtons } from '../../../ui/form-buttons';
import { type RefusalTexts, showRefusalAtField, errorWithoutField } from '../refusal-at-field';

const kinds = ['any', 'zero', 'below_zero'] as const;
type Kind = (typeof kinds)[number];

const kindOf = (minimum: number | null): Kind =>
  minimum === null ? 'any' : minimum === 0 ? 'zero' : 'below_zero';

/** `below`: how far the balance may fall below zero, as a positive amount. */
const Form = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['any', 'zero']), below: z.number().optional() }),
  z.object({
    kind: z.literal('below_zero'),
    below: z.int().min(1).max(paymentsLimits.fundingAmount),
  }),
]);

const minimumOf = (form: z.output<typeof Form>): number | null =>
  form.kind === 'below_zero' ? -form.below : form.kind === 'zero' ? 0 : null;

/** The form that sets how far the balance of a wallet may fall. */
export function WalletMinimumForm({ wallet, onClose }: { wallet: Wallet; onClose: () => void }) {
  const { t } = useTranslation('payments');
  const { t: common } = useTranslation('common');
  const client = useQueryClient();
  const before = kindOf(wallet.minimum);
  const form = useContractForm(Form, {
    kind: before,
    below: before === 'below_zero' ? -(wallet.minimum ?? 0) : undefined,
  });
  const kind = form.watch('kind');
  const places: RefusalTexts<z.input<typeof Form>> = {
    insufficient_funds: [kind === 'below_zero' ? 'below' : 'kind', t('minimum.too_high')],
  };
  const change = useMutation({
    ...mutation(changeWallet),
    onSuccess: () => {
      showMessage(common('saved'), { type: 'success' });
      onClose();
    },
    onError: (error) => showRefusalAtField(form, error, places),
    onSettled: () => client.invalidateQueries({ queryKey: [listWallets.path] }),
  });
  const submit = form.handleSubmit((values) =>
    change.mutate({ params: { id: wallet._id }, body: { minimum: minimumOf(values) } }),
  );
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <Controller
          control={form.control}
          name="kind"
          render={({ field: { value, onChange }, fieldState }) => (
            <Radio.Group
              label={t('minimum.label')}
              value={value}
              onChange={(next) => {
                form.clearErrors();
                onChange(next);
              }}
              error={fieldErrorText(common, fieldState.error?.message)}
            >
              <Stack gap="xs" mt="xs">
                {kinds.map((one) => (
                  <Radio
                    key={one}
                    value={one}
                    label={t(`minimum.kind.${one}`)}
                    description={t(`minimum.kind_text.${one}`)}
                    data-autofocus={one === kind || undefined}
                  />
                ))}
              </Stack>
            </Radio.Group>
          )}
        />
        {kind === 'below_zero' && (
          <Controller
            control={form.control}
            name="below"
            render={({ field: { ref, value, onChange }, fieldState }) => (
              <AmountField
                inputRef={ref}
                label={t('minimum.below')}
                currencyLabel={t('currency')}
                amount={value}
                currency={wallet.currency}
                onChange={onChange}
                currencies={[wallet.currency]}
                max={paymentsLimits.fundingAmount}
                error={fieldErrorText(common, fieldState.error?.message)}
              />
            )}
          />
        )}
        <ErrorNotice error={errorWithoutField(change.error, places)} kept={common('error.kept')} />
        <FormButtons onCancel={onClose} isBusy={change.isPending} />
      </Stack>
    </form>
  );
}
