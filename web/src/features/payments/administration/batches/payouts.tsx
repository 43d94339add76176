import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  listPayoutBatches,
  type PayoutBatch,
  type PayoutBatches,
  payoutLineStates,
} from '../../../../../../contracts/payments/bank-payouts';
import { itemsOfPages, pagedQuery } from '../../../../lib/http/pages';
import { formatMoney } from '../../../../lib/intl/format-money';
import { EmptyState } from '../../../../ui/feedback/empty-state';
import { ErrorNotice } from '../../../../ui/feedback/error-notice';
import { IconTransfer } from '../../../../ui/icons/transfer';
import { LoadingRows } from '../../../../ui/loading/loading';
import { ShowMore } from '../../../../ui/show-more';
import { type StackingTableColumn, StackingTable } from '../../../../ui/stacking-table';
import { TimeText } from '../../../../ui/when';
import { researcherNameOf } from '../../wallet-words';
import { BatchDrawer } from './batch.drawer';
import { PayoutStateBadge } from './line-state';
import { WaitingPayoutsList } from './waiting';

const totalOf = ({ total, currency }: PayoutBatch) => formatMoney({ amount: total, currency });

/**
 * Shows the bank transfers to participants: the payouts that wait for a batch, and the batches that
 * were already made.
 */
export function Payouts() {
  const { t } = useTranslation('payments');
  const [opened, setOpened] = useState<PayoutBatch>();
  const list = useInfiniteQuery(pagedQuery<PayoutBatch>(listPayoutBatches));
  const batches = itemsOfPages(list.data);
  const first = list.data?.pages[0] as PayoutBatches | undefined;
  const columns: StackingTableColumn<PayoutBatch>[] = [
    {
      name: 'drawn',
      label: t('payouts.drawn_on'),
      kind: 'heading',
      cell: ({ created_at }) => (
        <Text span fw={600} inherit>
          <TimeText at={created_at} />
        </Text>
      ),
    },
    { name: 'total', label: t('amount'), kind: 'numbers', cell: totalOf },
    {
      name: 'payments',
      label: t('payouts.payments_label'),
      kind: 'numbers',
      cell: ({ payments }) => payments,
    },
    {
      name: 'state',
      label: t('deposit.state_label'),
      cell: ({ states }) => (
        <Group gap={6}>
          {payoutLineStates
            .filter((state) => states[state] > 0)
            .map((state) => (
              <PayoutStateBadge key={state} state={state} count={states[state]} />
            ))}
        </Group>
      ),
    },
    {
      name: 'by',
      label: t('payouts.drawn_by'),
      extra: true,
      cell: ({ drawn_by }) => researcherNameOf(drawn_by) || t('nameless'),
    },
    {
      name: 'actions',
      label: t('actions'),
      kind: 'actions',
      cell: (batch) => (
        <Button
          variant="default"
          size="compact-md"
          mih={44}
          aria-label={t('payouts.open_of', { money: totalOf(batch), count: batch.payments })}
          onClick={() => setOpened(batch)}
        >
          {t('payouts.open')}
        </Button>
      ),
    },
  ];
  return (
    <Stack gap="xl">
      {list.error && (
        <ErrorNotice
          error={list.error}
          title={t('payouts.failed')}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.isPending && <LoadingRows count={6} />}
      {first && <WaitingPayoutsList waiting={first.waiting} />}
      {first && (
        <Stack gap="sm" component="section" aria-labelledby="payouts-batches">
          <Title order={2} size="h4" id="payouts-batches">
            {t('payouts.batches')}
          </Title>
          {batches.length > 0 ? (
            <>
              <Text size="sm" c="dimmed">
                {t('payouts.recorded')}
              </Text>
              <StackingTable label={t('payouts.batches')} columns={columns} items={batches} />
              <ShowMore list={list} label={t('more')} />
            </>
          ) : (
            <EmptyState
              icon={IconTransfer}
              title={t('payouts.no_batches')}
              text={t('payouts.no_batches_text')}
            />
          )}
        </Stack>
      )}
      <BatchDrawer batch={opened} onClose={() => setOpened(undefined)} />
    </Stack>
  );
}
