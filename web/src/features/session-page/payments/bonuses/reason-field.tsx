import { TextInput } from '@mantine/core';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { paymentsLimits } from '../../../../../../contracts/payments/limits';

interface Props {
  inputRef: Ref<HTMLInputElement>;
  value: string;
  onChange: (value: string) => void;
  /** Whether an empty field is marked as an error. */
  tried: boolean;
}

/** The field for the reason of a bonus, which the participants read. */
export function ReasonField({ inputRef, value, onChange, tried }: Props) {
  const { t } = useTranslation('session-payments');
  const { t: common } = useTranslation('common');
  return (
    <TextInput
      ref={inputRef}
      label={t('bonus.reason')}
      description={t('bonus.reason_hint')}
      maxLength={paymentsLimits.bonusReason}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      error={tried && value.trim() === '' && common('field.required')}
      data-autofocus
    />
  );
}
