import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { RememberedAccount } from './remembered-account';
import type { OwnPayments } from './use-own-payments';
import { YearTotal } from './year-total';

interface Props {
  own: OwnPayments;
  /** Switches to the list of past studies; undefined while that list is shown. */
  onShow: (() => void) | undefined;
}

/**
 * The summary above the history: which payments wait for a choice of the participant, what the
 * participant was paid, and the bank account that is remembered for transfers.
 */
export function PaymentsSummary({ own, onShow }: Props) {
  const { t } = useTranslation('own-payments');
  const { payments, isWhole, error, refetch } = own;
  const open = payments.filter(({ methods }) => methods.length > 0).length;
  return (
    <>
      {error && <ErrorNotice error={error} title={t('failed')} onRetry={() => void refetch()} />}
      {payments.length > 0 && (
        <Stack gap={4} mb="md" align="flex-start">
          {onShow && open > 0 && (
            <Group gap="sm" role="status">
              <Text fw={600}>{t('open', { count: open })}</Text>
              <Button size="sm" onClick={onShow}>
                {t('show_open')}
              </Button>
            </Group>
          )}
          {isWhole && <YearTotal payments={payments} />}
          <RememberedAccount />
        </Stack>
      )}
    </>
  );
}
