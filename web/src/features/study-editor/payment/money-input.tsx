import { Group, NumberInput, Select, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Money } from '../../../../../contracts/base/fields';
import { limits } from '../../../../../contracts/base/limits';
import { currencyDigits } from '../../../../../contracts/money/currency-digits';
import { decimalSign, hourly } from '../../../lib/intl/format';
import { formatMoney } from '../../../lib/intl/format-money';

export const currencies = [
  'EUR',
  'USD',
  'GBP',
  'CHF',
  'AUD',
  'BRL',
  'CAD',
  'CNY',
  'CZK',
  'DKK',
  'HUF',
  'JPY',
  'KRW',
  'NOK',
  'PLN',
  'SEK',
  'TRY',
] as const;

/**
 * Whole minor units, never a float (docs/domain.md, 7): 4.5 euros are 450 cents, 450 yen are 450.
 */
export const toMinor = (value: number, currency: string) =>
  Math.round(value * 10 ** currencyDigits(currency));

interface Props {
  value: Money | null;
  onChange: (value: Money | null) => void;
  minutes: number | undefined;
  error?: string;
}

/**
 * A reward in major units; empty means no reward. Shows the hourly rate, too, which participants compare.
 */
export function MoneyInput({ value, onChange, minutes, error }: Props) {
  const { t } = useTranslation(['studies', 'study-editor']);
  // The currency chosen last, used while there is no amount.
  const [chosen, setCurrency] = useState(value?.currency ?? 'EUR');
  const currency = value?.currency ?? chosen;
  const digits = currencyDigits(currency);
  const change = (typed: string | number, of: string) =>
    onChange(
      typed === '' || Number.isNaN(Number(typed))
        ? null
        : { amount: toMinor(Number(typed), of), currency: of },
    );
  const shown = value ? value.amount / 10 ** digits : '';
  return (
    <div>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <NumberInput
          flex="1 1 10rem"
          label={t('study-editor:form.reward')}
          description={t('study-editor:form.reward_hint')}
          value={shown}
          onChange={(typed) => change(typed, currency)}
          error={error}
          min={0}
          max={limits.moneyAmount / 10 ** digits}
          decimalScale={digits}
          decimalSeparator={decimalSign()}
          allowedDecimalSeparators={['.', ',']}
          fixedDecimalScale
          allowNegative={false}
          clampBehavior="none"
          hideControls
          inputMode="decimal"
        />
        <Select
          w="6.5rem"
          aria-label={t('study-editor:form.currency')}
          value={currency}
          data={[...currencies]}
          searchable
          onChange={(next) => {
            if (next) {
              setCurrency(next);
              change(shown, next);
            }
          }}
        />
      </Group>
      <Text size="sm" c="dimmed" mt={4} mih="1.4em" className="numbers">
        {value && value.amount > 0 && minutes
          ? t('pay.hourly_total', { money: formatMoney(hourly(value, minutes)) })
          : t('pay.none_hint')}
      </Text>
    </div>
  );
}
