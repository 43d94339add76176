import { Button, Drawer, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Wallet } from '../../../../../contracts/payments/funding';
import { AppLink } from '../../../ui/app-link';
import { walletMoneyText, researcherNameOf } from '../wallet-words';
import { WalletMinimumForm } from './minimum-form';
import { RefundForm } from './refund-form';

type Action = 'minimum' | 'refund';

function Actions({ wallet }: { wallet: Wallet }) {
  const { t } = useTranslation('payments');
  const [action, setAction] = useState<Action | null>(null);
  const close = () => setAction(null);
  return (
    <Stack gap="sm" component="section" aria-labelledby="wallet-actions">
      <Title order={3} size="h4" id="wallet-actions">
        {action ? t(`${action}.open`) : t('actions')}
      </Title>
      {action === 'minimum' && <WalletMinimumForm wallet={wallet} onClose={close} />}
      {action === 'refund' && <RefundForm wallet={wallet} onClose={close} />}
      {action === null && (
        <Stack gap="xs">
          <Button variant="default" onClick={() => setAction('minimum')}>
            {t('minimum.open')}
          </Button>
          {wallet.balance > 0 ? (
            <Button variant="default" onClick={() => setAction('refund')}>
              {t('refund.open')}
            </Button>
          ) : (
            <Text size="sm" c="dimmed">
              {t('refund.nothing')}
            </Text>
          )}
        </Stack>
      )}
    </Stack>
  );
}

/** Shows one wallet: its amounts and an administrator's actions on it. */
export function WalletDrawer({
  wallet: wanted,
  onClose,
}: {
  wallet: Wallet | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation('payments');
  const { t: common } = useTranslation('common');
  // The drawer still shows the wallet while it closes, so that it is not empty meanwhile.
  const [wallet, setWallet] = useState(wanted);
  if (wanted && wanted !== wallet) setWallet(wanted);
  return (
    <Drawer
      opened={wanted !== undefined}
      onClose={onClose}
      position="right"
      size="min(32rem, 100%)"
      title={
        <Title order={2} size="h3" component="span">
          {wallet
            ? `${researcherNameOf(wallet.researcher) || t('nameless')} · ${wallet.currency}`
            : ''}
        </Title>
      }
      closeButtonProps={{ 'aria-label': common('action.close'), size: 44 }}
    >
      {wallet && (
        <Stack gap="lg">
          <Stack gap={4}>
            <Text fz={32} fw={650} lh={1.2} className="numbers">
              {walletMoneyText(wallet, wallet.balance)}
            </Text>
            <Text size="sm" className="numbers">
              {wallet.held === 0
                ? t('wallet.nothing_held')
                : t('wallet.held', { money: walletMoneyText(wallet, wallet.held) })}
            </Text>
            <Text size="sm" className="numbers">
              {wallet.minimum === null
                ? t('minimum.now_any')
                : t('minimum.now', { money: walletMoneyText(wallet, wallet.minimum) })}
            </Text>
          </Stack>
          {wallet.researcher && (
            <AppLink to={`/admin/users?user=${wallet.researcher._id}`}>
              {t('admin.to_account')}
            </AppLink>
          )}
          <Actions key={wallet._id} wallet={wallet} />
        </Stack>
      )}
    </Drawer>
  );
}
