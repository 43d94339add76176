import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ParticipantPayment } from '../../../../../contracts/payments/payments';
import { formatList } from '../../../lib/intl/format';
import { formatMoney } from '../../../lib/intl/format-money';
import { paidByYear } from './paid-by-year.rule';

/**
 * Shows what the participant was paid in the latest two years with payments: tax offices ask for
 * the previous year.
 */
export function YearTotal({ payments }: { payments: readonly ParticipantPayment[] }) {
  const { t } = useTranslation('own-payments');
  const years = paidByYear(payments).slice(0, 2);
  if (years.length === 0) return null;
  return (
    <Text className="numbers">
      {years
        .map(({ year, sums }) =>
          t('year_total', { year, money: formatList(sums.map((one) => formatMoney(one))) }),
        )
        .join(' ')}
    </Text>
  );
}
