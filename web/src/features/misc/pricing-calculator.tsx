import { Card, Group, NumberInput, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '../../../../contracts/base/limits';
import { enrolmentLimits } from '../../../../contracts/enrolment/limits';
import {
  computeCostPerParticipant,
  totalSessionCost,
} from '../../../../contracts/payments/cost.rule';
import type { Pricing } from '../../../../contracts/payments/pricing';
import { AmountField } from '../../domain/payment/amount-field';
import { toMinorUnits } from '../../domain/payment/minor-units';
import { usePricing } from '../../domain/payment/use-pricing';
import { formatNumber } from '../../lib/intl/format';
import { formatMoney } from '../../lib/intl/format-money';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { LoadingForm } from '../../ui/loading/loading';
import { percentOf } from './percent';
import classes from './pricing.module.css';

function Calculator({ pricing }: { pricing: Pricing }) {
  const { t } = useTranslation('pricing');
  const [spots, setSpots] = useState<number | undefined>(20);
  const [currency, setCurrency] = useState(pricing.currencies[0] ?? 'EUR');
  const [reward, setReward] = useState<number | undefined>(() => toMinorUnits(5, currency));
  const price = computeCostPerParticipant(reward ?? 0, pricing.fee_basis_points);
  const count = spots ?? 0;
  const money = (amount: number) => formatMoney({ amount, currency });
  const line = (one: number) =>
    `${t('calculator.times', { spots: formatNumber(count), money: money(one) })} = `;
  return (
    <Stack gap="md">
      <Group gap="md" align="flex-end">
        <NumberInput
          w="8rem"
          label={t('calculator.spots')}
          value={spots ?? ''}
          onChange={(typed) => setSpots(typed === '' ? undefined : Number(typed))}
          min={1}
          max={enrolmentLimits.capacity}
          allowDecimal={false}
          allowNegative={false}
        />
        <AmountField
          label={t('calculator.reward')}
          currencyLabel={t('calculator.currency')}
          amount={reward}
          currency={currency}
          onChange={(amount, next) => {
            setReward(amount);
            setCurrency(next);
          }}
          currencies={pricing.currencies}
          max={limits.moneyAmount}
        />
      </Group>
      <div role="status">
        <dl className={`${classes.sum} numbers`}>
          <dt>{t('calculator.rewards')}</dt>
          <dd>
            {line(price.reward)}
            {money(count * price.reward)}
          </dd>
          <dt>{t('calculator.fee')}</dt>
          <dd>
            {price.fee > 0 && line(price.fee)}
            {money(count * price.fee)}
          </dd>
          <dt>{t('calculator.total')}</dt>
          <dd className={classes.total}>{money(totalSessionCost(count, price))}</dd>
        </dl>
      </div>
      <Text>
        {pricing.fee_basis_points === 0
          ? t('calculator.no_fee')
          : t('calculator.with_fee', { percent: percentOf(pricing.fee_basis_points) })}{' '}
        {t(pricing.prepaid ? 'calculator.prepaid' : 'calculator.own_purse')}
      </Text>
    </Stack>
  );
}

/**
 * Calculates what the rewards of a study cost at this installation, from the number of spots and
 * the reward.
 */
export function PricingCalculator() {
  const { t } = useTranslation('pricing');
  const { data, error, refetch } = usePricing();
  return (
    <Card component="section" aria-labelledby="calculator" maw="45rem">
      <Stack gap="md">
        <Title order={2} size="h3" id="calculator">
          {t('calculator.title')}
        </Title>
        {data ? (
          <Calculator pricing={data} />
        ) : error ? (
          <ErrorNotice
            error={error}
            title={t('calculator.failed')}
            onRetry={() => void refetch()}
          />
        ) : (
          <LoadingForm fields={[44, 88]} />
        )}
      </Stack>
    </Card>
  );
}
