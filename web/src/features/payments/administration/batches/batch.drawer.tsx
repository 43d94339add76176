import { Drawer, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PayoutBatch } from '../../../../../../contracts/payments/bank-payouts';
import { formatMoney } from '../../../../lib/intl/format-money';
import { BatchDetails } from './batch-details';

/**
 * Shows one batch. The transfers of the batch are loaded when the drawer opens, and forgotten when
 * it closes.
 */
export function BatchDrawer({
  batch: wanted,
  onClose,
}: {
  batch: PayoutBatch | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation('payments');
  const { t: common } = useTranslation('common');
  // The drawer keeps its title while it closes, so that the title does not vanish first.
  const [batch, setBatch] = useState(wanted);
  if (wanted && wanted !== batch) setBatch(wanted);
  return (
    <Drawer
      opened={wanted !== undefined}
      onClose={onClose}
      position="right"
      size="min(52rem, 100%)"
      title={
        <Title order={2} size="h3" component="span" className="numbers">
          {batch
            ? t('payouts.title', {
                count: batch.payments,
                money: formatMoney({ amount: batch.total, currency: batch.currency }),
              })
            : ''}
        </Title>
      }
      closeButtonProps={{ 'aria-label': common('action.close'), size: 44 }}
    >
      {wanted && <BatchDetails key={wanted._id} id={wanted._id} />}
    </Drawer>
  );
}
