import { Group, NumberInput, Select, Text } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import { currencyDigits } from '../../../../contracts/money/currency-digits';
import { decimalSign } from '../../lib/intl/format';
import { toMajorUnits, toMinorUnits } from './minor-units';

interface Props {
  label: string;
  currencyLabel: string;
  description?: ReactNode;
  /** The amount in minor units; undefined while the field is empty. */
  amount: number | undefined;
  currency: string;
  onChange: (amount: number | undefined, currency: string) => void;
  /** The currencies to choose from. If there is only one, the field offers no choice. */
  currencies: readonly string[];
  /** The largest amount, in minor units. */
  max: number;
  error?: ReactNode;
  currencyError?: ReactNode;
  inputRef?: Ref<HTMLInputElement>;
}

/**
 * A field for an amount, with its currency beside it. If the person changes the currency, the
 * digits stay.
 */
export function AmountField({
  label,
  currencyLabel,
  description,
  amount,
  currency,
  onChange,
  currencies,
  max,
  error,
  currencyError,
  inputRef,
}: Props) {
  const digits = currencyDigits(currency);
  const shown = amount === undefined ? '' : toMajorUnits(amount, currency);
  const change = (typed: string | number, of: string) =>
    onChange(
      typed === '' || Number.isNaN(Number(typed)) ? undefined : toMinorUnits(Number(typed), of),
      of,
    );
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <NumberInput
        ref={inputRef}
        flex="1 1 10rem"
        label={label}
        description={description}
        value={shown}
        onChange={(typed) => change(typed, currency)}
        error={error}
        min={0}
        max={toMajorUnits(max, currency)}
        decimalScale={digits}
        decimalSeparator={decimalSign()}
        allowedDecimalSeparators={['.', ',']}
        fixedDecimalScale
        allowNegative={false}
        clampBehavior="none"
        hideControls
        inputMode="decimal"
      />
      {currencies.length === 1 && currencies[0] === currency ? (
        <Text w="4rem" lh="44px">
          {currency}
        </Text>
      ) : (
        <Select
          w="6.5rem"
          aria-label={currencyLabel}
          value={currency}
          data={[...currencies]}
          error={currencyError}
          searchable
          onChange={(next) => {
            if (next) change(shown, next);
          }}
        />
      )}
    </Group>
  );
}
