import { Badge, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { GiftCodeGroup } from '../../../../../contracts/payments/gift-codes/gift-codes';
import { paymentsLimits } from '../../../../../contracts/payments/limits';
import { dateFormat, formatNumber } from '../../../lib/intl/format';
import { formatMoney } from '../../../lib/intl/format-money';
import { IconAlertTriangle } from '../../../ui/icons/alert-triangle';
import { IconCircleCheck } from '../../../ui/icons/circle-check';
import { IconCircleOff } from '../../../ui/icons/circle-off';
import { IconClockX } from '../../../ui/icons/clock-x';
import { type StackingTableColumn, StackingTable } from '../../../ui/stacking-table';
import { giftCodeGroupKey, stockStateOf, type StockState } from './stock.rule';

const states = {
  enough: { color: 'teal', Icon: IconCircleCheck },
  low: { color: 'yellow', Icon: IconAlertTriangle },
  used_up: { color: 'red', Icon: IconCircleOff },
  expired: { color: 'gray', Icon: IconClockX },
} satisfies Record<StockState, object>;

/** Formats a calendar day; the reader's time zone does not change it. */
const dayText = (day: string) =>
  dateFormat({ dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));

function StateOfStock({ group }: { group: GiftCodeGroup }) {
  const { t } = useTranslation('gift-codes');
  const state = stockStateOf(group);
  const { color, Icon } = states[state];
  return (
    <Stack gap={4} align="flex-start">
      <Badge color={color} leftSection={<Icon size={12} stroke={2.2} aria-hidden />}>
        {t(`state.${state}`)}
      </Badge>
      {group.expired > 0 && (
        <Text size="sm" c="dimmed">
          {t('expired', { count: group.expired })}
        </Text>
      )}
      {group.low && (
        <Text size="sm" c="dimmed">
          {t('needed', { count: group.needed, number: formatNumber(group.needed) })}{' '}
          {t('lasting', {
            count: group.lasting,
            number: formatNumber(group.lasting),
            days: paymentsLimits.giftCodeNoticeDays,
          })}
        </Text>
      )}
    </Stack>
  );
}

/** Lists the gift codes in stock, by brand, amount and expiry. */
export function StockTable({ groups }: { groups: readonly GiftCodeGroup[] }) {
  const { t } = useTranslation('gift-codes');
  const columns: StackingTableColumn<GiftCodeGroup>[] = [
    {
      name: 'brand',
      label: t('column.brand'),
      kind: 'heading',
      cell: ({ brand }) => (
        <Text span fw={600} inherit style={{ overflowWrap: 'anywhere' }}>
          {brand}
        </Text>
      ),
    },
    { name: 'amount', label: t('column.amount'), kind: 'numbers', cell: formatMoney },
    {
      name: 'expires',
      label: t('column.expires'),
      cell: ({ expires }) => (expires === null ? t('never') : dayText(expires)),
    },
    {
      name: 'left',
      label: t('column.left'),
      kind: 'numbers',
      cell: ({ left }) => formatNumber(left),
    },
    {
      name: 'handed_out',
      label: t('column.handed_out'),
      kind: 'numbers',
      cell: ({ handed_out }) => formatNumber(handed_out),
    },
    { name: 'state', label: t('column.state'), cell: (group) => <StateOfStock group={group} /> },
  ];
  return (
    <StackingTable
      label={t('title')}
      columns={columns}
      items={groups.map((group) => ({ ...group, _id: giftCodeGroupKey(group) }))}
    />
  );
}
