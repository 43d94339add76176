import { Button, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type Deposit,
  listDeposits,
  listWallets,
  type Wallet,
} from '../../../../contracts/payments/funding';
import { usePricing } from '../../domain/payment/use-pricing';
import { useUser } from '../../lib/auth/user';
import { itemsOfPages, pagedQuery } from '../../lib/http/pages';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { IconCoins } from '../../ui/icons/coins';
import { IconTransfer } from '../../ui/icons/transfer';
import { LoadingCards } from '../../ui/loading/loading';
import { Page } from '../../ui/page';
import { ShowMore } from '../../ui/show-more';
import { AnnounceTransferForm } from './announce-form';
import { DepositTable } from './deposit-table';
import { GiftCodes } from './gift-codes/gift-codes';
import { InvoiceAddressCard } from './invoice-address-card';
import { Refunds } from './receipts/refunds';
import { TransferReference } from './transfer-reference';
import { WalletCards } from './wallet-cards';

/**
 * Fetches the wallets and transfers of the person. Without the filter, an administrator would get
 * the wallets and transfers of all researchers.
 */
function useOwnMoney() {
  const { user } = useUser();
  const send = user?.role === 'ADMINISTRATOR' ? { query: { researcher: user._id } } : {};
  const enabled = user !== null;
  return {
    wallets: useInfiniteQuery({ ...pagedQuery<Wallet>(listWallets, send), enabled }),
    deposits: useInfiniteQuery({ ...pagedQuery<Deposit>(listDeposits, send), enabled }),
  };
}

/** /payment-methods: what a researcher may spend, and the bank transfers that increase it. */
export function PaymentMethodsPage() {
  const { t } = useTranslation('payments');
  const client = useQueryClient();
  const [announcing, form] = useDisclosure();
  const [announced, setAnnounced] = useState<Deposit | null>(null);
  const pricing = usePricing();
  const { wallets, deposits } = useOwnMoney();
  const error = wallets.error ?? deposits.error ?? pricing.error;
  const isReady = wallets.data && deposits.data && pricing.data;
  const own = itemsOfPages(wallets.data);
  const transfers = itemsOfPages(deposits.data);
  const isEmpty = own.length === 0 && transfers.length === 0;
  const open = (
    <Button
      leftSection={<IconTransfer size={18} aria-hidden />}
      onClick={() => {
        setAnnounced(null);
        form.open();
      }}
    >
      {t('announce.open')}
    </Button>
  );
  return (
    <Page
      title={t('money.title')}
      lead={t('money.lead')}
      actions={isReady && !isEmpty && !announcing ? open : undefined}
    >
      {announced && <TransferReference deposit={announced} onDone={() => setAnnounced(null)} />}
      {announcing && pricing.data && (
        <AnnounceTransferForm
          currencies={pricing.data.currencies}
          onCancel={form.close}
          onAnnounced={(deposit) => {
            setAnnounced(deposit);
            form.close();
            void client.invalidateQueries({ queryKey: [listDeposits.path] });
          }}
        />
      )}
      {error && !isReady && (
        <ErrorNotice
          error={error}
          title={t('money.failed')}
          onRetry={() => {
            for (const one of [wallets, deposits, pricing]) void one.refetch();
          }}
        />
      )}
      {!error && !isReady && <LoadingCards count={2} height={140} />}
      {isReady && isEmpty && !announcing && !announced && (
        <EmptyState
          icon={IconCoins}
          title={t('money.empty')}
          text={t(pricing.data.prepaid ? 'money.empty_prepaid' : 'money.empty_own_purse')}
          action={open}
        />
      )}
      {isReady && !isEmpty && (
        <>
          <Stack gap="md" component="section" aria-labelledby="wallets">
            <Title order={2} size="h3" id="wallets">
              {t('wallet.list')}
            </Title>
            {own.length > 0 ? (
              <WalletCards wallets={own} />
            ) : (
              <Text c="dimmed">{t('wallet.none_yet')}</Text>
            )}
            <ShowMore list={wallets} label={t('more')} />
          </Stack>
          <Stack gap="md" component="section" aria-labelledby="transfers">
            <Title order={2} size="h3" id="transfers">
              {t('deposit.list')}
            </Title>
            {transfers.length > 0 ? (
              <DepositTable deposits={transfers} />
            ) : (
              <Text c="dimmed">{t('deposit.none_yet')}</Text>
            )}
            <ShowMore list={deposits} label={t('more')} />
          </Stack>
          <Refunds />
        </>
      )}
      {isReady && <InvoiceAddressCard />}
      {isReady && <GiftCodes currencies={pricing.data.currencies} />}
    </Page>
  );
}
