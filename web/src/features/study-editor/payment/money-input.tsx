import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Money } from '../../../../../contracts/base/fields';
import { limits } from '../../../../../contracts/base/limits';
import {
  fairPayRatesOf,
  hourlyPay,
  judgePay,
} from '../../../../../contracts/payments/fair-pay.rule';
import { defaultCurrencies } from '../../../../../contracts/money/currencies';
import { AmountField } from '../../../domain/payment/amount-field';
import { usePricing } from '../../../domain/payment/use-pricing';
import { formatMoney } from '../../../lib/intl/format-money';
import { IconAlertTriangle } from '../../../ui/icons/alert-triangle';
import classes from './money-input.module.css';

interface Props {
  value: Money | null;
  onChange: (value: Money | null) => void;
  minutes: number | undefined;
  error?: string;
}

/**
 * The field for a reward in major units; an empty field means no reward. It also shows the
 * resulting hourly rate, and whether that rate is below what the installation considers fair.
 */
export function MoneyInput({ value, onChange, minutes, error }: Props) {
  const { t } = useTranslation(['studies', 'study-editor']);
  const { data: pricing } = usePricing();
  const offered = pricing?.currencies ?? defaultCurrencies;
  // The currency that was chosen last; used while there is no amount.
  const [chosen, setCurrency] = useState(value?.currency);
  const currency = value?.currency ?? chosen ?? offered[0] ?? 'EUR';
  const pay = minutes ? hourlyPay(value, minutes, null) : null;
  const judgement = pay && judgePay(pay.rate, pricing?.fair_pay);
  const fair = fairPayRatesOf(pricing?.fair_pay, currency);
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
        // A study keeps a currency that is no longer offered, until a researcher chooses another
        // one.
        currencies={offered.includes(currency) ? offered : [currency, ...offered]}
        max={limits.moneyAmount}
        error={error}
      />
      <Text size="sm" c="dimmed" mt={4} mih="1.4em" className="numbers">
        {pay ? t('pay.hourly_total', { money: formatMoney(pay.rate) }) : t('pay.none_hint')}
      </Text>
      {fair && judgement && judgement !== 'fair' && (
        <Text
          size="sm"
          className={`numbers ${classes.judgement}`}
          data-judgement={judgement}
          role="status"
        >
          {judgement === 'below_floor' && <IconAlertTriangle size={16} aria-hidden />}
          {t(`study-editor:form.pay.${judgement}`, {
            money: formatMoney({
              amount: judgement === 'below_floor' ? fair.floor : fair.recommended,
              currency,
            }),
          })}
        </Text>
      )}
    </div>
  );
}
