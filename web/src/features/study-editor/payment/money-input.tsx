import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Money } from '../../../../../contracts/base/fields';
import { limits } from '../../../../../contracts/base/limits';
import { offeredByDefault } from '../../../../../contracts/money/currencies';
import { AmountField } from '../../../domain/payment/amount-field';
import { usePricing } from '../../../domain/payment/use-pricing';
import { hourly } from '../../../lib/intl/format';
import { formatMoney } from '../../../lib/intl/format-money';

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
  const { data: pricing } = usePricing();
  const offered = pricing?.currencies ?? offeredByDefault;
  // The currency chosen last, used while there is no amount.
  const [chosen, setCurrency] = useState(value?.currency);
  const currency = value?.currency ?? chosen ?? offered[0] ?? 'EUR';
  return (
    <div>
      <AmountField
        label={t('study-editor:form.reward')}
        description={t('study-editor:form.reward_hint')}
        currencyLabel={t('study-editor:form.currency')}
        amount={value?.amount}
        currency={currency}
        onChange={(amount, next) => {
          setCurrency(next);
          onChange(amount === undefined ? null : { amount, currency: next });
        }}
        // A study keeps a currency that is no longer offered, until its people choose another one.
        currencies={offered.includes(currency) ? offered : [currency, ...offered]}
        max={limits.moneyAmount}
        error={error}
      />
      <Text size="sm" c="dimmed" mt={4} mih="1.4em" className="numbers">
        {value && value.amount > 0 && minutes
          ? t('pay.hourly_total', { money: formatMoney(hourly(value, minutes)) })
          : t('pay.none_hint')}
      </Text>
    </div>
  );
}
