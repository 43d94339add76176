import { NumberInput } from '@mantine/core';
import { type Control, Controller, type FieldPath, type FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { fieldErrorText } from '../../../lib/form';
import { decimalSign } from '../../../lib/intl/format';

interface Props<In extends FieldValues, Out> {
  control: Control<In, unknown, Out>;
  name: FieldPath<In>;
  label: string;
  description: string;
  disabled?: boolean;
}

/**
 * A field for credits: the person types "3.00", and the form stores hundredths. An empty field
 * means that the value is missing, not that it is zero.
 */
export function CreditsField<In extends FieldValues, Out>({
  control,
  name,
  ...props
}: Props<In, Out>) {
  const { t } = useTranslation('common');
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange, ...field }, fieldState }) => (
        <NumberInput
          {...props}
          {...field}
          flex="1 1 12rem"
          value={typeof value === 'number' ? value / 100 : ''}
          onChange={(typed) => onChange(typed === '' ? undefined : Math.round(Number(typed) * 100))}
          decimalScale={2}
          fixedDecimalScale
          decimalSeparator={decimalSign()}
          allowedDecimalSeparators={['.', ',']}
          allowNegative={false}
          clampBehavior="none"
          hideControls
          inputMode="decimal"
          error={fieldErrorText(t, fieldState.error?.message)}
        />
      )}
    />
  );
}
