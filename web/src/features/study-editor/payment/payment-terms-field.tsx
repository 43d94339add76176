import { Group, NumberInput, Stack, Textarea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Money } from '../../../../../contracts/base/fields';
import { paymentLimits, type PaymentTerms } from '../../../../../contracts/studies/payment-terms';
import { paymentFieldId } from '../../../domain/payment/payment-field';
import { MaxPayByAnswersField } from './by-answers-field';
import { PartPayFields } from './part-pay-fields';

/** The number of days within which universities usually promise to pay. */
const usualDays = 14;

interface Props {
  value: PaymentTerms | null;
  onChange: (value: PaymentTerms | null) => void;
  /** Whether there is a reward without payment terms. */
  isMissing: boolean;
  reward: Money | null;
  /** Whether sessions of the study are anonymous. */
  isAnonymous: boolean;
  error?: string;
}

/**
 * The fields for a reward: how it is paid, and within how many days after the approval. They also
 * set what participants get if they leave after the start, and how much their answers can earn on
 * top of the reward.
 */
export function PaymentTermsField({
  value,
  onChange,
  isMissing,
  reward,
  isAnonymous,
  error,
}: Props) {
  const { t } = useTranslation('study-editor');
  const how = useRef<HTMLTextAreaElement>(null);
  // The number of days that was entered last. While the field for the way of payment is empty, the
  // study stores no payment terms, so the number is kept here.
  const [entered, setDays] = useState(value?.within_days ?? usualDays);
  const days = value?.within_days ?? entered;
  const [enteredPay, setPay] = useState(value?.pay);
  const pay = value ? value.pay : enteredPay;
  const [enteredByAnswers, setByAnswers] = useState(value?.by_answers);
  const byAnswers = value ? value.by_answers : enteredByAnswers;
  const isTooMuch = (byAnswers?.most ?? 0) > paymentLimits.byAnswers;
  useEffect(() => {
    if (location.hash === `#${paymentFieldId}`) how.current?.focus();
  }, []);
  return (
    <Stack gap="lg">
      <Group align="flex-start" gap="md">
        <Textarea
          ref={how}
          id={paymentFieldId}
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
              currentTarget.value === ''
                ? null
                : {
                    how: currentTarget.value,
                    within_days: days,
                    ...(pay && { pay }),
                    ...(byAnswers && { by_answers: byAnswers }),
                  },
            )
          }
          error={(isTooMuch ? undefined : error) ?? (isMissing && t('form.payment_missing'))}
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
      <PartPayFields
        value={pay}
        onChange={(next) => {
          setPay(next);
          if (value) onChange({ ...value, pay: next });
        }}
        reward={reward}
        isAnonymous={isAnonymous}
      />
      <MaxPayByAnswersField
        value={byAnswers}
        onChange={(next) => {
          setByAnswers(next);
          if (!value) return;
          const { by_answers: _, ...rest } = value;
          onChange(next ? { ...rest, by_answers: next } : rest);
        }}
        reward={reward}
        isAnonymous={isAnonymous}
        error={isTooMuch ? error : undefined}
      />
    </Stack>
  );
}
