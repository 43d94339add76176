import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Deposit } from '../../../../contracts/payments/funding';
import { formatMoney } from '../../lib/intl/format-money';
import { AppLink } from '../../ui/app-link';
import { type StackingTableColumn, StackingTable } from '../../ui/stacking-table';
import { CopyableValue } from '../../ui/value-to-copy';
import { TimeText } from '../../ui/when';
import { DepositState } from './deposit-state';

/** Lists the bank transfers that the person announced, newest first. */
export function DepositTable({ deposits }: { deposits: readonly Deposit[] }) {
  const { t } = useTranslation('payments');
  const columns: StackingTableColumn<Deposit>[] = [
    {
      name: 'amount',
      label: t('amount'),
      kind: 'heading',
      cell: (deposit) => (
        <Text span fw={600} className="numbers" inherit>
          {formatMoney(deposit)}
        </Text>
      ),
    },
    {
      name: 'state',
      label: t('deposit.state_label'),
      cell: ({ state, reason, bank_reference }) => (
        <Stack gap={4} align="flex-start">
          <DepositState state={state} />
          {state === 'refused' && reason !== null && (
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {reason}
            </Text>
          )}
          {bank_reference !== null && (
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {t('deposit.bank_reference', { reference: bank_reference })}
            </Text>
          )}
        </Stack>
      ),
    },
    {
      name: 'reference',
      label: t('deposit.reference'),
      cell: ({ reference }) => (
        <CopyableValue
          value={reference}
          copy={t('deposit.copy', { reference })}
          copied={t('announced.copied')}
        />
      ),
    },
    {
      name: 'announced',
      label: t('deposit.announced_at'),
      kind: 'numbers',
      cell: ({ created_at }) => <TimeText at={created_at} />,
    },
    {
      name: 'receipt',
      label: t('deposit.receipt'),
      kind: 'actions',
      cell: ({ _id, state, reference }) =>
        state === 'confirmed' && (
          <AppLink
            to={`/receipts/deposit/${_id}`}
            aria-label={t('deposit.receipt_of', { reference })}
          >
            {t('deposit.receipt')}
          </AppLink>
        ),
    },
  ];
  return <StackingTable label={t('deposit.list')} columns={columns} items={deposits} />;
}
