import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/intl/format';
import { formatMoney } from '../../../lib/intl/format-money';
import classes from '../session-page.module.css';
import type { StateTotal } from './totals.rule';

export function StateTotals({ totals }: { totals: readonly StateTotal[] }) {
  const { t } = useTranslation('session-payments');
  return (
    <dl className={classes.figures} aria-label={t('totals')}>
      {totals.map(({ state, count, ...money }) => (
        <div key={state}>
          <dt>{t(`state.${state}`)}</dt>
          <dd className="numbers">{formatMoney(money)}</dd>
          <dd>
            <Text size="sm" c="dimmed" className="numbers">
              {t('payments', { count, number: formatNumber(count) })}
            </Text>
          </dd>
        </div>
      ))}
    </dl>
  );
}
