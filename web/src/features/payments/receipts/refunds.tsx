import { Stack, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listRefunds, type Refund } from '../../../../../contracts/payments/receipts/receipts';
import { formatMoney } from '../../../lib/intl/format-money';
import { itemsOfPages, pagedQuery } from '../../../lib/http/pages';
import { AppLink } from '../../../ui/app-link';
import { ShowMore } from '../../../ui/show-more';
import { type StackingTableColumn, StackingTable } from '../../../ui/stacking-table';
import { formatDay } from './format-day';

/**
 * Lists the refunds from the person's wallets with their receipts; renders nothing without refunds.
 */
export function Refunds() {
  const { t } = useTranslation('payments');
  const list = useInfiniteQuery(pagedQuery<Refund>(listRefunds, {}));
  const refunds = itemsOfPages(list.data);
  if (refunds.length === 0) return null;
  const columns: StackingTableColumn<Refund>[] = [
    { name: 'amount', label: t('amount'), kind: 'heading', cell: (refund) => formatMoney(refund) },
    {
      name: 'reference',
      label: t('refund.reference'),
      cell: ({ reference }) => reference ?? '–',
    },
    { name: 'day', label: t('refund.day'), kind: 'numbers', cell: ({ day }) => formatDay(day) },
    {
      name: 'receipt',
      label: t('deposit.receipt'),
      kind: 'actions',
      cell: (refund) => (
        <AppLink
          to={`/receipts/refund/${refund._id}`}
          aria-label={t('refund.receipt_of', { money: formatMoney(refund) })}
        >
          {t('deposit.receipt')}
        </AppLink>
      ),
    },
  ];
  return (
    <Stack gap="md" component="section" aria-labelledby="refunds">
      <Title order={2} size="h3" id="refunds">
        {t('refund.list')}
      </Title>
      <StackingTable label={t('refund.list')} columns={columns} items={refunds} />
      <ShowMore list={list} label={t('more')} />
    </Stack>
  );
}
