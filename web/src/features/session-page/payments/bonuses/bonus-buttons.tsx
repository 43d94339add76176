import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from '../../../../../../contracts/enrolment/sessions';
import type { BonusKind } from '../../../../../../contracts/payments/bonuses';
import type { SessionPayment } from '../../../../../../contracts/payments/payments';
import { onDemand } from '../../../../ui/on-demand';

const BonusDrawer = onDemand(async () => (await import('./bonus.drawer')).BonusDrawer);

/** Opens the two ways to pay participants more than the reward. */
export function BonusButtons({
  session,
  payments,
}: {
  session: Session;
  payments: readonly SessionPayment[];
}) {
  const { t } = useTranslation('session-payments');
  const [kind, setKind] = useState<BonusKind | null>(null);
  const close = () => setKind(null);
  return (
    <Group gap="sm" data-no-print>
      <Button variant="default" onClick={() => setKind('bonus')}>
        {t('bonus.title.bonus')}
      </Button>
      <Button variant="default" onClick={() => setKind('top_up')}>
        {t('bonus.open_top_up')}
      </Button>
      {kind && (
        <BonusDrawer
          kind={kind}
          session={session}
          payments={payments}
          onMissing={close}
          onClose={close}
        />
      )}
    </Group>
  );
}
