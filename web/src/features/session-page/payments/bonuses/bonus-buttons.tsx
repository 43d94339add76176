import { Button, Group } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import type { Session } from '../../../../../../contracts/enrolment/sessions';
import type { BonusKind } from '../../../../../../contracts/payments/bonuses';
import type { SessionPayment } from '../../../../../../contracts/payments/payments';
import { useSessionCost } from '../../../../domain/payment/use-session-cost';
import { onDemand } from '../../../../ui/on-demand';

const BonusDrawer = onDemand(async () => (await import('./bonus.drawer')).BonusDrawer);

/**
 * Reads the amount, in minor units, with which a link opens the top-up (topUpPath); null if the
 * page's address contains no amount.
 */
function rateIn(search: string): number | null {
  const given = new URLSearchParams(search).get('top-up') ?? '';
  return /^[1-9]\d{0,9}$/.test(given) ? Number(given) : null;
}

/**
 * The buttons for the ways to pay participants more than the reward. A link can open the top-up
 * directly.
 */
export function BonusButtons({
  session,
  payments,
}: {
  session: Session;
  payments: readonly SessionPayment[];
}) {
  const { t } = useTranslation('session-payments');
  const navigate = useNavigate();
  const { search, hash } = useLocation();
  const rate = rateIn(search);
  const { cost } = useSessionCost(session._id, {}, session.state === 'closed');
  const [pressed, setPressed] = useState<BonusKind | null>(null);
  const kind = pressed ?? (rate === null ? null : 'top_up');
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!kind) return;
    const button = first.current;
    return () => {
      // Once the researcher has paid for answers, the button that opened this drawer no longer
      // exists. The drawer cannot return the focus to it, so another button takes the focus.
      setTimeout(() => {
        if (document.activeElement === document.body) button?.focus({ preventScroll: true });
      });
    };
  }, [kind]);
  const close = () => {
    setPressed(null);
    if (rate !== null) void navigate({ hash }, { replace: true, preventScrollReset: true });
  };
  return (
    <Group gap="sm" data-no-print>
      <Button ref={first} variant="default" onClick={() => setPressed('bonus')}>
        {t('bonus.title.bonus')}
      </Button>
      <Button variant="default" onClick={() => setPressed('top_up')}>
        {t('bonus.open_top_up')}
      </Button>
      {(cost?.by_answers ?? 0) > 0 && (
        <Button variant="default" onClick={() => setPressed('by_answers')}>
          {t('bonus.title.by_answers')}
        </Button>
      )}
      {kind && (
        <BonusDrawer
          kind={kind}
          rate={rate}
          most={cost?.by_answers_most ?? 0}
          session={session}
          payments={payments}
          onMissing={close}
          onClose={close}
        />
      )}
    </Group>
  );
}
