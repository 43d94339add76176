import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { BonusPreview } from '../../../../../../contracts/payments/bonuses';
import { formatMoney } from '../../../../lib/intl/format-money';
import { ErrorNotice } from '../../../../ui/feedback/error-notice';
import { IconAlertTriangle } from '../../../../ui/icons/alert-triangle';
import classes from '../../session-page.module.css';
import type { BonusPaymentSteps } from './use-pay-bonus';

/** The second step of a bonus: the total, and the button that pays it. */
export function BonusTotal({ shown, paying }: { shown: BonusPreview; paying: BonusPaymentSteps }) {
  const { t } = useTranslation('session-payments');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [shown]);
  const { people, amount_total, fee, currency, missing } = shown;
  const money = (amount: number) => formatMoney({ amount, currency });
  const total = money(amount_total + fee);
  return (
    <Stack gap="md">
      <Title ref={heading} order={3} size="h4" tabIndex={-1}>
        {people === 0 ? t('bonus.nobody') : t('bonus.people', { count: people })}
      </Title>
      {people > 0 && (
        <dl className={classes.figures}>
          <div>
            <dt>{t('bonus.amount')}</dt>
            <dd className="numbers">{money(amount_total)}</dd>
          </div>
          <div>
            <dt>{t('bonus.fee')}</dt>
            <dd className="numbers">{money(fee)}</dd>
          </div>
          <div>
            <dt>{t('bonus.total')}</dt>
            <dd className="numbers">{total}</dd>
          </div>
        </dl>
      )}
      {missing > 0 && (
        <Alert color="orange" icon={<IconAlertTriangle aria-hidden />}>
          {t('bonus.missing', { money: money(missing) })}
        </Alert>
      )}
      {paying.isStale ? (
        <Alert role="alert" color="orange" icon={<IconAlertTriangle aria-hidden />}>
          <Stack gap="sm" align="flex-start">
            <Text size="sm">{t('bonus.changed')}</Text>
            <Button
              variant="default"
              loading={paying.busy}
              onClick={() => void paying.checkAgain()}
            >
              {t('bonus.check_again')}
            </Button>
          </Stack>
        </Alert>
      ) : (
        <ErrorNotice error={paying.error} />
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={paying.back}>
          {t('bonus.back')}
        </Button>
        {people > 0 && missing === 0 && !paying.isStale && (
          <Button loading={paying.busy} onClick={() => void paying.pay()} className="numbers">
            {t('bonus.pay', { count: people, money: money(amount_total) })}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
