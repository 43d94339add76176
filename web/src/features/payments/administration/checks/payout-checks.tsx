import { Button, Stack, Text } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type PayoutCheck,
  listPayoutChecks,
  releasePayout,
} from '../../../../../../contracts/payments/payout-checks';
import { mutation } from '../../../../lib/http/api';
import { itemsOfPages, pagedQuery } from '../../../../lib/http/pages';
import { useMutation } from '../../../../lib/http/use-mutation';
import { formatDate } from '../../../../lib/intl/format';
import { formatMoney } from '../../../../lib/intl/format-money';
import { showMessage } from '../../../../lib/ui.store';
import { ConfirmDialog } from '../../../../ui/feedback/confirm.dialog';
import { EmptyState } from '../../../../ui/feedback/empty-state';
import { ErrorNotice } from '../../../../ui/feedback/error-notice';
import { IconShieldCheck } from '../../../../ui/icons/shield-check';
import { LoadingRows } from '../../../../ui/loading/loading';
import { ShowMore } from '../../../../ui/show-more';
import { type StackingTableColumn, StackingTable } from '../../../../ui/stacking-table';

const totalOf = ({ year_total, currency }: PayoutCheck) =>
  formatMoney({ amount: year_total, currency });

/**
 * Lists the payments that are held because they exceed the reporting threshold of the year. An
 * administrator releases them; the list shows amounts and days, but neither the person nor the
 * study.
 */
export function PayoutChecks() {
  const { t } = useTranslation('payments');
  const client = useQueryClient();
  const [asking, setAsking] = useState<PayoutCheck | null>(null);
  const list = useInfiniteQuery(pagedQuery<PayoutCheck>(listPayoutChecks));
  const held = itemsOfPages(list.data);
  const release = useMutation({
    ...mutation(releasePayout),
    onSuccess: () => {
      showMessage(t('held.done'), { type: 'success' });
      setAsking(null);
    },
    onSettled: () => client.invalidateQueries({ queryKey: [listPayoutChecks.path] }),
  });
  const columns: StackingTableColumn<PayoutCheck>[] = [
    {
      name: 'amount',
      label: t('amount'),
      kind: 'heading',
      cell: (one) => (
        <Text span fw={600} inherit className="numbers">
          {formatMoney(one)}
        </Text>
      ),
    },
    { name: 'total', label: t('held.total_label'), kind: 'numbers', cell: totalOf },
    {
      name: 'day',
      label: t('held.chosen_on'),
      kind: 'numbers',
      cell: ({ day }) => formatDate(`${day}T12:00:00`),
    },
    {
      name: 'actions',
      label: t('actions'),
      kind: 'actions',
      cell: (one) => (
        <Button
          variant="light"
          size="compact-md"
          mih={44}
          aria-label={t('held.of', { money: formatMoney(one), total: totalOf(one) })}
          onClick={() => {
            release.reset();
            setAsking(one);
          }}
        >
          {t('held.do')}
        </Button>
      ),
    },
  ];
  return (
    <Stack gap="lg">
      <Text maw="68ch">{t('held.lead')}</Text>
      {list.error && (
        <ErrorNotice
          error={list.error}
          title={t('held.failed')}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.isPending ? (
        <LoadingRows count={4} />
      ) : held.length > 0 ? (
        <StackingTable label={t('admin.tab.held')} columns={columns} items={held} />
      ) : (
        !list.error && (
          <EmptyState icon={IconShieldCheck} title={t('held.none')} text={t('held.none_text')} />
        )
      )}
      <ShowMore list={list} label={t('more')} />
      {asking && (
        <ConfirmDialog
          opened
          onClose={() => setAsking(null)}
          onConfirm={() =>
            release.mutate({ params: { id: asking._id }, body: { action: 'release' } })
          }
          title={t('held.title', { money: formatMoney(asking) })}
          confirm={t('held.confirm')}
          busy={release.isPending}
          notice={<ErrorNotice error={release.error} />}
        >
          {t('held.text', { total: totalOf(asking), year: asking.year })}
        </ConfirmDialog>
      )}
    </Stack>
  );
}
