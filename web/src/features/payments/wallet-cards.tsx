import { Card, SimpleGrid, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Wallet } from '../../../../contracts/payments/funding';
import { walletMoneyText, WalletMinimum } from './wallet-words';

/** Shows the person's wallets, one for each currency. */
export function WalletCards({ wallets }: { wallets: readonly Wallet[] }) {
  const { t } = useTranslation('payments');
  return (
    <SimpleGrid
      component="ul"
      cols={{ base: 1, sm: 2 }}
      p={0}
      m={0}
      style={{ listStyle: 'none' }}
      aria-label={t('wallet.list')}
    >
      {wallets.map((wallet) => (
        <Card
          key={wallet._id}
          component="li"
          aria-label={t('wallet.in', { currency: wallet.currency })}
        >
          <Stack gap={4}>
            <Text size="sm" c="dimmed">
              {t('wallet.in', { currency: wallet.currency })}
            </Text>
            <Text fz={32} fw={650} lh={1.2} className="numbers">
              {walletMoneyText(wallet, wallet.balance)}
            </Text>
            <Text size="sm" className="numbers">
              {wallet.held === 0
                ? t('wallet.nothing_held')
                : t('wallet.held', { money: walletMoneyText(wallet, wallet.held) })}
            </Text>
            <Text size="sm" c="dimmed" className="numbers">
              <WalletMinimum wallet={wallet} />
            </Text>
          </Stack>
        </Card>
      ))}
    </SimpleGrid>
  );
}
