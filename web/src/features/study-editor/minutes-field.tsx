import { NumberInput, type NumberInputProps } from '@mantine/core';

interface Props extends Omit<NumberInputProps, 'value' | 'onChange'> {
  /** Whole minutes; NaN for an empty field, which counts as missing and not as zero. */
  value: number;
  onChange: (value: number) => void;
}

export const MinutesField = ({ value, onChange, ...props }: Props) => (
  <NumberInput
    {...props}
    value={Number.isNaN(value) ? '' : value}
    onChange={(next) => onChange(next === '' ? Number.NaN : Number(next))}
    clampBehavior="none"
    allowDecimal={false}
    allowNegative={false}
  />
);
