import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PayoutLine } from '../../../../../../contracts/payments/bank-payouts';
import { formatIban } from '../../../../../../contracts/payments/iban.rule';
import { formatMoney } from '../../../../lib/intl/format-money';
import { type StackingTableColumn, StackingTable } from '../../../../ui/stacking-table';
import { PayoutStateBadge } from './line-state';

/**
 * Returns the reference that a transfer has in the files for the bank. If the bank returns the
 * transfer, it states the same reference.
 */
const referenceOf = ({ _id }: Pick<PayoutLine, '_id'>): string => _id.replaceAll('-', '');
const marks = { drawn: ['paid', 'returned'], paid: ['returned'] } as const;

interface Props {
  currency: string;
  lines: readonly PayoutLine[];
  onMark: (line: PayoutLine, as: 'paid' | 'returned') => void;
}

/** Lists the transfers of a batch, in the server's order, which has no meaning. */
export function BatchLines({ currency, lines, onMark }: Props) {
  const { t } = useTranslation('payments');
  const moneyOf = ({ amount }: PayoutLine) => formatMoney({ amount, currency });
  const columns: StackingTableColumn<PayoutLine>[] = [
    {
      name: 'account',
      label: t('payouts.account'),
      kind: 'heading',
      cell: ({ holder, iban, ...line }) =>
        holder === null || iban === null ? (
          <Stack gap={0}>
            <Text span inherit c="dimmed">
              {t('payouts.no_account')}
            </Text>
            <Text span size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
              {referenceOf(line)}
            </Text>
          </Stack>
        ) : (
          <Stack gap={0}>
            <Text span fw={600} inherit style={{ overflowWrap: 'anywhere' }}>
              {holder}
            </Text>
            <Text span size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
              {formatIban(iban)}
            </Text>
          </Stack>
        ),
    },
    { name: 'amount', label: t('amount'), kind: 'numbers', cell: moneyOf },
    {
      name: 'state',
      label: t('deposit.state_label'),
      cell: ({ state, reason }) => (
        <Stack gap={4} align="flex-start">
          <PayoutStateBadge state={state} />
          {reason !== null && (
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {reason}
            </Text>
          )}
        </Stack>
      ),
    },
    {
      name: 'actions',
      label: t('actions'),
      kind: 'actions',
      cell: (line) =>
        line.state !== 'returned' && (
          <Group gap="xs" wrap="nowrap">
            {marks[line.state].map((as) => (
              <Button
                key={as}
                variant={as === 'paid' ? 'light' : 'default'}
                size="compact-md"
                mih={44}
                aria-label={t(`payouts.mark.${as}_of`, {
                  name: line.holder ?? t('payouts.no_account'),
                  money: moneyOf(line),
                })}
                onClick={() => onMark(line, as)}
              >
                {t(`payouts.mark.${as}`)}
              </Button>
            ))}
          </Group>
        ),
    },
  ];
  return <StackingTable label={t('payouts.lines')} columns={columns} items={lines} />;
}
