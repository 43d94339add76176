import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { RememberedAccount } from './remembered-account';
import type { OwnPayments } from './use-own-payments';
import { YearTotal } from './year-total';

/** Above the history: what the participant was paid, and the account that is remembered for transfers. */
export function PaymentsHead({ own }: { own: OwnPayments }) {
  const { t } = useTranslation('own-payments');
  const { payments, isWhole, error, refetch } = own;
  return (
    <>
      {error && <ErrorNotice error={error} title={t('failed')} onRetry={() => void refetch()} />}
      {payments.length > 0 && (
        <Stack gap={4} mb="md">
          {isWhole && <YearTotal payments={payments} />}
          <RememberedAccount />
        </Stack>
      )}
    </>
  );
}
