import { Modal, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { Id, optionalSingleLine } from '../../../../../contracts/base/fields';
import { allotBudget, listWallets } from '../../../../../contracts/payments/funding';
import { paymentsLimits } from '../../../../../contracts/payments/limits';
import { AmountField } from '../../../domain/payment/amount-field';
import { PersonSelect } from '../../../domain/people/person-select';
import { fieldErrorText, useContractForm, useFieldProps } from '../../../lib/form';
import { useKeyedMutation } from '../../../lib/http/use-keyed-mutation';
import { formatMoney } from '../../../lib/intl/format-money';
import { showMessage } from '../../../lib/ui.store';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { FormButtons } from '../../../ui/form-buttons';
import { useFocusReturn } from '../../../ui/use-focus-return';
import { amountFields } from '../amount-fields';
import { type RefusalTexts, showRefusalAtField, errorWithoutField } from '../refusal-at-field';

const Form = z.object({
  researcher_id: Id,
  ...amountFields,
  cost_centre: optionalSingleLine(paymentsLimits.costCentre),
  reference: optionalSingleLine(paymentsLimits.reference),
});

interface Props {
  /** The researcher to whom the page's list is limited; empty if the list shows all researchers. */
  researcher: string;
  currencies: readonly string[];
  onClose: () => void;
}

/** The dialog in which an administrator gives a researcher a budget. */
export function AllotBudgetDialog({ researcher, currencies, onClose }: Props) {
  useFocusReturn();
  const { t } = useTranslation('payments');
  const { t: common } = useTranslation('common');
  const client = useQueryClient();
  const form = useContractForm(Form, {
    researcher_id: researcher,
    amount: undefined,
    currency: currencies[0],
    cost_centre: '',
    reference: '',
  });
  const field = useFieldProps(form);
  const currency = form.watch('currency');
  const places: RefusalTexts<z.input<typeof Form>> = {
    not_found: ['researcher_id', t('allot.gone')],
  };
  const allot = useKeyedMutation(allotBudget, {
    onSuccess: (made) => {
      showMessage(t('allot.done', { money: formatMoney(made) }), { type: 'success' });
      onClose();
    },
    onError: (error) => showRefusalAtField(form, error, places),
    onSettled: () => client.invalidateQueries({ queryKey: [listWallets.path] }),
  });
  const submit = form.handleSubmit(({ cost_centre, reference, ...body }) =>
    allot.mutate({
      body: { ...body, cost_centre: cost_centre || null, reference: reference || null },
    }),
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('allot.open')}
      closeButtonProps={{ 'aria-label': common('action.close'), size: 44 }}
    >
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <Controller
            control={form.control}
            name="researcher_id"
            render={({ field: { ref, value, onChange }, fieldState }) => (
              <PersonSelect
                ref={ref}
                role="researcher"
                label={t('researcher')}
                placeholder={t('allot.find')}
                nothingFoundMessage={t('nobody_found')}
                person={value}
                onChange={onChange}
                error={
                  fieldState.error?.message === 'invalid_uuid'
                    ? common('field.required')
                    : fieldErrorText(common, fieldState.error?.message)
                }
                data-autofocus
              />
            )}
          />
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
          <TextInput
            label={t('allot.cost_centre')}
            description={t('allot.optional')}
            maxLength={paymentsLimits.costCentre}
            {...field('cost_centre')}
          />
          <TextInput
            label={t('allot.reference')}
            description={t('allot.reference_hint')}
            maxLength={paymentsLimits.reference}
            {...field('reference')}
          />
          <ErrorNotice error={errorWithoutField(allot.error, places)} kept={common('error.kept')} />
          <FormButtons onCancel={onClose} isBusy={allot.isPending} submit={t('allot.submit')} />
        </Stack>
      </form>
    </Modal>
  );
}
