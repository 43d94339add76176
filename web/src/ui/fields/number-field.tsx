import { NumberInput, type NumberInputProps } from '@mantine/core';
import { type Control, Controller, type FieldPath, type FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { fieldErrorText } from '../../lib/form';

interface Props<In extends FieldValues, Out> extends Omit<
  NumberInputProps,
  'value' | 'onChange' | 'error' | 'name'
> {
  control: Control<In, unknown, Out>;
  name: FieldPath<In>;
}

/**
 * A field for a whole number. An empty field means that the value is missing, not that it is zero.
 */
export function NumberField<In extends FieldValues, Out>({
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
          value={value ?? ''}
          onChange={(next) => onChange(next === '' ? undefined : Number(next))}
          clampBehavior="none"
          allowDecimal={false}
          allowNegative={false}
          error={fieldErrorText(t, fieldState.error?.message)}
        />
      )}
    />
  );
}
