import { Group, NumberInput, Textarea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paymentLimits, type PaymentTerms } from '../../../../../contracts/studies/payment-terms';
import { paymentField } from '../../../domain/payment/payment-field';

/** The usual promise of universities. */
const usualDays = 14;

interface Props {
  value: PaymentTerms | null;
  onChange: (value: PaymentTerms | null) => void;
  /** Whether there is a reward without payment terms. */
  isMissing: boolean;
  error?: string;
}

/** Sets how a reward is paid, and within how many days after the approval. */
export function PaymentTermsField({ value, onChange, isMissing, error }: Props) {
  const { t } = useTranslation('study-editor');
  const how = useRef<HTMLTextAreaElement>(null);
  // The number of days entered last, used while the way of payment is empty.
  const [entered, setDays] = useState(value?.within_days ?? usualDays);
  const days = value?.within_days ?? entered;
  useEffect(() => {
    if (location.hash === `#${paymentField}`) how.current?.focus();
  }, []);
  return (
    <Group align="flex-start" gap="md">
      <Textarea
        ref={how}
        id={paymentField}
        flex="1 1 18rem"
        label={t('form.payment_how')}
        description={t('form.payment_how_hint')}
        placeholder={t('form.payment_how_example')}
        minRows={1}
        autosize
        maxRows={4}
        maxLength={paymentLimits.how}
        value={value?.how ?? ''}
        onChange={({ currentTarget }) =>
          onChange(
            currentTarget.value === '' ? null : { how: currentTarget.value, within_days: days },
          )
        }
        error={error ?? (isMissing && t('form.payment_missing'))}
      />
      <NumberInput
        flex="0 1 12rem"
        label={t('form.payment_days')}
        description={t('form.payment_days_hint')}
        value={days}
        onChange={(typed) => {
          if (typed === '') return;
          setDays(Number(typed));
          if (value) onChange({ ...value, within_days: Number(typed) });
        }}
        min={0}
        max={paymentLimits.days}
        allowDecimal={false}
        allowNegative={false}
      />
    </Group>
  );
}
