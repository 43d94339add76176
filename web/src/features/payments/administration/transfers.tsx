import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Id } from '../../../../../contracts/base/fields';
import { type Deposit, listDeposits } from '../../../../../contracts/payments/funding';
import { itemsOfPages, pagedQuery } from '../../../lib/http/pages';
import { formatMoney } from '../../../lib/intl/format-money';
import { knownValueAmong } from '../../../lib/navigation/use-filters';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { IconTransfer } from '../../../ui/icons/transfer';
import { LoadingRows } from '../../../ui/loading/loading';
import { ShowMore } from '../../../ui/show-more';
import { type StackingTableColumn, StackingTable } from '../../../ui/stacking-table';
import { TimeText } from '../../../ui/when';
import { DepositState } from '../deposit-state';
import { DecideTransferDialog, type TransferDecision } from './decide-transfer.dialog';
import { ResearcherFilter } from './researcher-filter';
import { researcherNameOf } from '../wallet-words';

const states = ['announced', 'confirmed', 'refused'] as const;

interface Props {
  filters: Record<'state' | 'researcher', string>;
  change: (next: Partial<Record<'state' | 'researcher', string>>) => void;
}

/**
 * Lists the bank transfers that researchers announced. At first, the filter shows only transfers
 * that wait for a decision.
 */
export function AnnouncedTransfers({ filters, change }: Props) {
  const { t } = useTranslation('payments');
  const [deciding, setDeciding] = useState<{ deposit: Deposit; decision: TransferDecision } | null>(
    null,
  );
  const isAll = filters.state === 'all';
  const state = knownValueAmong(filters.state, states) ?? 'announced';
  const researcher = Id.safeParse(filters.researcher).data;
  const list = useInfiniteQuery({
    ...pagedQuery<Deposit>(listDeposits, {
      query: { ...(!isAll && { state }), ...(researcher && { researcher }) },
    }),
    placeholderData: keepPreviousData,
  });
  const transfers = itemsOfPages(list.data);
  const columns: StackingTableColumn<Deposit>[] = [
    {
      name: 'researcher',
      label: t('researcher'),
      kind: 'heading',
      cell: (deposit) => (
        <Text span fw={600} inherit>
          {researcherNameOf(deposit.researcher) || t('nameless')}
        </Text>
      ),
    },
    { name: 'amount', label: t('amount'), kind: 'numbers', cell: formatMoney },
    {
      name: 'reference',
      label: t('deposit.reference'),
      cell: ({ reference }) => (
        <Text span inherit ff="monospace" style={{ overflowWrap: 'anywhere' }}>
          {reference}
        </Text>
      ),
    },
    {
      name: 'state',
      label: t('deposit.state_label'),
      cell: ({ state: now, reason, bank_reference }) => (
        <Stack gap={4} align="flex-start">
          <DepositState state={now} />
          {(reason ?? bank_reference) !== null && (
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {reason ?? bank_reference}
            </Text>
          )}
        </Stack>
      ),
    },
    {
      name: 'announced',
      label: t('deposit.announced_at'),
      kind: 'numbers',
      extra: true,
      cell: ({ created_at }) => <TimeText at={created_at} relative />,
    },
    {
      name: 'actions',
      label: t('actions'),
      kind: 'actions',
      cell: (deposit) =>
        deposit.state === 'announced' && (
          <Group gap="xs" wrap="nowrap">
            {(['confirm', 'refuse'] as const).map((decision) => (
              <Button
                key={decision}
                variant={decision === 'confirm' ? 'light' : 'default'}
                size="compact-md"
                mih={44}
                aria-label={t(`decide.${decision}.of`, { reference: deposit.reference })}
                onClick={() => setDeciding({ deposit, decision })}
              >
                {t(`decide.${decision}.do`)}
              </Button>
            ))}
          </Group>
        ),
    },
  ];
  return (
    <Stack gap="lg">
      <Group gap="sm" align="flex-end" role="search" aria-label={t('admin.find_transfers')}>
        <ResearcherFilter
          researcher={filters.researcher}
          onChange={(next) => change({ researcher: next })}
        />
        <NativeSelect
          flex="1 1 9rem"
          maw={{ sm: '13rem' }}
          label={t('deposit.state_label')}
          data={[
            ...states.map((value) => ({ value, label: t(`deposit.state.${value}`) })),
            { value: 'all', label: t('admin.all_states') },
          ]}
          value={isAll ? 'all' : state}
          onChange={({ currentTarget }) => change({ state: currentTarget.value })}
        />
      </Group>
      {list.error && (
        <ErrorNotice
          error={list.error}
          title={t('admin.transfers_failed')}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.isPending ? (
        <LoadingRows count={6} />
      ) : transfers.length > 0 ? (
        <StackingTable
          label={t('admin.tab.transfers')}
          columns={columns}
          items={transfers}
          busy={list.isPlaceholderData}
        />
      ) : (
        !list.error && (
          <EmptyState
            icon={IconTransfer}
            title={t(state === 'announced' && !isAll ? 'admin.none_waits' : 'admin.no_transfers')}
            text={t('admin.no_transfers_text')}
            action={
              (researcher !== undefined || !isAll) && (
                <Button variant="default" onClick={() => change({ state: 'all', researcher: '' })}>
                  {t('admin.show_all_transfers')}
                </Button>
              )
            }
          />
        )
      )}
      <ShowMore list={list} label={t('more')} />
      {deciding && <DecideTransferDialog {...deciding} onClose={() => setDeciding(null)} />}
    </Stack>
  );
}
