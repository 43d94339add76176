import { Anchor, Button, Group, Stack } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Id } from '../../../../../contracts/base/fields';
import { listWallets, type Wallet } from '../../../../../contracts/payments/funding';
import { itemsOfPages, pagedQuery } from '../../../lib/http/pages';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { IconCoins } from '../../../ui/icons/coins';
import { LoadingRows } from '../../../ui/loading/loading';
import { ShowMore } from '../../../ui/show-more';
import { type StackingTableColumn, StackingTable } from '../../../ui/stacking-table';
import { walletMoneyText, researcherNameOf } from '../wallet-words';
import { ResearcherFilter } from './researcher-filter';
import { WalletDrawer } from './wallet.drawer';

interface Props {
  filters: Record<'researcher', string>;
  change: (next: Partial<Record<'researcher', string>>) => void;
  onAllot: () => void;
}

export function Wallets({ filters, change, onAllot }: Props) {
  const { t } = useTranslation('payments');
  const [opened, setOpened] = useState('');
  const researcher = Id.safeParse(filters.researcher).data;
  const list = useInfiniteQuery({
    ...pagedQuery<Wallet>(listWallets, { query: { ...(researcher && { researcher }) } }),
    placeholderData: keepPreviousData,
  });
  const wallets = itemsOfPages(list.data);
  const columns: StackingTableColumn<Wallet>[] = [
    {
      name: 'researcher',
      label: t('researcher'),
      kind: 'heading',
      cell: (wallet) => (
        <Anchor
          component="button"
          type="button"
          fw={600}
          ta="start"
          inherit
          onClick={() => setOpened(wallet._id)}
        >
          {`${researcherNameOf(wallet.researcher) || t('nameless')} · ${wallet.currency}`}
        </Anchor>
      ),
    },
    {
      name: 'balance',
      label: t('wallet.balance'),
      kind: 'numbers',
      cell: (wallet) => walletMoneyText(wallet, wallet.balance),
    },
    {
      name: 'held',
      label: t('wallet.held_label'),
      kind: 'numbers',
      cell: (wallet) => walletMoneyText(wallet, wallet.held),
    },
    {
      name: 'minimum',
      label: t('minimum.label'),
      kind: 'numbers',
      cell: (wallet) =>
        wallet.minimum === null ? t('minimum.any_short') : walletMoneyText(wallet, wallet.minimum),
    },
  ];
  return (
    <Stack gap="lg">
      <Group gap="sm" align="flex-end" role="search" aria-label={t('admin.find_wallets')}>
        <ResearcherFilter
          researcher={filters.researcher}
          onChange={(next) => change({ researcher: next })}
        />
      </Group>
      {list.error && (
        <ErrorNotice
          error={list.error}
          title={t('admin.wallets_failed')}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.isPending ? (
        <LoadingRows count={6} />
      ) : wallets.length > 0 ? (
        <StackingTable
          label={t('admin.tab.wallets')}
          columns={columns}
          items={wallets}
          busy={list.isPlaceholderData}
        />
      ) : (
        !list.error && (
          <EmptyState
            icon={IconCoins}
            title={t(researcher ? 'admin.no_wallet' : 'admin.no_wallets')}
            text={t('admin.no_wallets_text')}
            action={
              <Button variant="default" onClick={onAllot}>
                {t('allot.open')}
              </Button>
            }
          />
        )
      )}
      <ShowMore list={list} label={t('more')} />
      <WalletDrawer
        wallet={wallets.find(({ _id }) => _id === opened)}
        onClose={() => setOpened('')}
      />
    </Stack>
  );
}
