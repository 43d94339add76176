import { Checkbox, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { canonicalIban, formatIban } from '../../../../../contracts/payments/iban.rule';
import { paymentsLimits } from '../../../../../contracts/payments/limits';
import { useFieldProps } from '../../../lib/form';
import { IconCheck } from '../../../ui/icons/check';
import { LoadingForm } from '../../../ui/loading/loading';
import { invalidIban, type PaymentMethodForm, type PaymentMethodInput } from './bank-form';
import { useRememberedAccount } from './remembered-account';

type Form = UseFormReturn<PaymentMethodInput, unknown, PaymentMethodForm>;

/** The fields for the account of a transfer: the remembered account, or a newly entered account. */
export function BankFields({ form }: { form: Form }) {
  const { t } = useTranslation('own-payments');
  const { data, isPending } = useRememberedAccount(true);
  const toRemembered = form.watch('to_remembered');
  if (isPending) return <LoadingForm fields={[44, 44]} />;
  const account = data?.account;
  return (
    <Stack gap="md">
      {account && (
        <Radio.Group
          label={t('bank.to')}
          value={toRemembered ? 'remembered' : 'other'}
          onChange={(next) => form.setValue('to_remembered', next === 'remembered')}
        >
          <Stack gap="sm" mt="xs">
            <Radio
              value="remembered"
              className="numbers"
              label={t('bank.to_remembered', { end: account.iban_end })}
              description={account.holder}
            />
            <Radio value="other" label={t('bank.to_other')} />
          </Stack>
        </Radio.Group>
      )}
      {!(account && toRemembered) && <AccountFields form={form} replaces={Boolean(account)} />}
    </Stack>
  );
}

function AccountFields({ form, replaces }: { form: Form; replaces: boolean }) {
  const { t } = useTranslation('own-payments');
  const field = useFieldProps(form);
  const [isLeft, setLeft] = useState(false);
  const written = form.watch('account.iban');
  const canonical = canonicalIban(written);
  const { onBlur, onChange, error, ...iban } = field('account.iban');
  const isWrong = error === invalidIban || (isLeft && written.trim() !== '' && !canonical);
  return (
    <>
      <TextInput
        label={t('bank.holder')}
        description={t('bank.holder_hint')}
        autoComplete="name"
        maxLength={paymentsLimits.holder}
        {...field('account.holder')}
      />
      <div>
        <TextInput
          label={t('bank.iban')}
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="characters"
          maxLength={paymentsLimits.iban}
          className="numbers"
          {...iban}
          onChange={(event) => {
            setLeft(false);
            form.clearErrors('account.iban');
            void onChange(event);
          }}
          onBlur={(event) => {
            setLeft(true);
            void onBlur(event);
          }}
          error={isWrong ? t('bank.invalid') : error}
          aria-invalid={isWrong || error ? true : undefined}
        />
        <Group gap={6} role="status" mt={4} mih={isWrong ? undefined : '1.5em'} wrap="nowrap">
          {canonical && !error && (
            <>
              <IconCheck size={16} aria-hidden color="var(--mantine-primary-color-filled)" />
              <Text size="sm" className="numbers">
                {t('bank.valid', { iban: formatIban(canonical) })}
              </Text>
            </>
          )}
        </Group>
      </div>
      <Checkbox
        label={t('bank.remember')}
        description={t(replaces ? 'bank.remember_instead' : 'bank.remember_hint')}
        {...form.register('remember')}
      />
    </>
  );
}
