import { Drawer, Stack, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { BonusKind } from '../../../../../../contracts/payments/bonuses';
import type { Session } from '../../../../../../contracts/enrolment/sessions';
import type { SessionPayment } from '../../../../../../contracts/payments/payments';
import { useFocusReturn } from '../../../../ui/use-focus-return';
import { BonusDone } from './bonus-done';
import { BonusForm } from './bonus-form';
import { PayByAnswersForm } from './by-answers-form';
import { BonusTotal } from './bonus-total';
import { TopUpForm } from './top-up-form';
import { usePayBonus } from './use-pay-bonus';

interface Props {
  kind: BonusKind;
  /**
   * The amount with which the field of the top-up is filled in when the drawer opens, in minor
   * units. If null, the field contains the session's own reward.
   */
  rate: number | null;
  /** The most that a participant's answers may earn, in minor units. */
  most: number;
  session: Session;
  payments: readonly SessionPayment[];
  onClose: () => void;
}

/**
 * Pays a bonus, a top-up or pay by answers in two steps: first who gets how much, then the total.
 * The form of the first step keeps what was typed until the payment is made.
 */
export function BonusDrawer({ kind, rate, most, session, payments, onClose }: Props) {
  useFocusReturn();
  const { t } = useTranslation('session-payments');
  const { t: common } = useTranslation('common');
  const paying = usePayBonus(session._id);
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="min(32rem, 100%)"
      title={
        <Title order={2} size="h3" component="span">
          {t(`bonus.title.${kind}`)}
        </Title>
      }
      closeButtonProps={{ 'aria-label': common('action.close'), size: 44 }}
    >
      <Stack gap="lg">
        {paying.made ? (
          <BonusDone bonus={paying.made} session={session} onClose={onClose} />
        ) : (
          <>
            <div hidden={paying.shown !== null}>
              {kind === 'bonus' ? (
                <BonusForm
                  session={session}
                  payments={payments}
                  paying={paying}
                  onClose={onClose}
                />
              ) : kind === 'by_answers' ? (
                <PayByAnswersForm session={session} most={most} paying={paying} onClose={onClose} />
              ) : (
                <TopUpForm session={session} first={rate} paying={paying} onClose={onClose} />
              )}
            </div>
            {paying.shown && <BonusTotal shown={paying.shown} paying={paying} />}
          </>
        )}
      </Stack>
    </Drawer>
  );
}
