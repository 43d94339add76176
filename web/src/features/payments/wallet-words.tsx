import { useTranslation } from 'react-i18next';
import type { Wallet } from '../../../../contracts/payments/funding';
import { fullName } from '../../../../contracts/base/full-name.rule';
import { formatMoney } from '../../lib/intl/format-money';

/** A sentence that tells researchers how far the balance of their wallet may fall. */
export function WalletMinimum({ wallet: { minimum, currency } }: { wallet: Wallet }) {
  const { t } = useTranslation('payments');
  if (minimum === null) return t('wallet.any');
  return minimum === 0
    ? t('wallet.zero')
    : t('wallet.below_zero', { money: formatMoney({ amount: minimum, currency }) });
}

export const walletMoneyText = (wallet: Pick<Wallet, 'currency'>, amount: number) =>
  formatMoney({ amount, currency: wallet.currency });

/** Returns the name of a researcher; empty without a name, and after the account was erased. */
export const researcherNameOf = (researcher: Wallet['researcher']): string =>
  researcher ? fullName(researcher) : '';
