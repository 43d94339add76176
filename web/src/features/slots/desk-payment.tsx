import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Session } from '../../../../contracts/enrolment/sessions';
import { readRoster } from '../../../../contracts/enrolment/rosters';
import { isPaidReward } from '../../../../contracts/enrolment/payment.rule';
import {
  type CashConfirmation,
  listPayments,
  payCashAtDesk,
} from '../../../../contracts/payments/payments';
import { type AttendanceEntry, listAttendance } from '../../../../contracts/slots/slots';
import { maySignForCash } from '../../domain/payment/may-sign.rule';
import { spacedParticipantTag } from '../../domain/slots/slot-time';
import { call } from '../../lib/http/api';
import { formatMoney } from '../../lib/intl/format-money';
import { showMessage } from '../../lib/ui.store';
import { onDemand } from '../../ui/on-demand';

const ConfirmCashDialog = onDemand(
  async () => (await import('../../domain/payment/confirm-cash.dialog')).ConfirmCashDialog,
);

/** Records in one step that a participant who stands at the desk is done and was paid in cash. */
export function CashPaymentAtDesk({
  session,
  line: { entry, tag },
}: {
  session: Session;
  line: Pick<AttendanceEntry, 'entry' | 'tag'>;
}) {
  const { t } = useTranslation('session-payments');
  const client = useQueryClient();
  const [asking, dialog] = useDisclosure();
  if (!isPaidReward(session.reward)) return null;
  const money = formatMoney(session.reward);
  const pay = async (body: CashConfirmation) => {
    try {
      await call(payCashAtDesk, { params: { id: session._id, entry }, body });
    } finally {
      await Promise.all(
        [listAttendance, readRoster, listPayments].map((e) =>
          client.invalidateQueries({ queryKey: [e.path] }),
        ),
      );
    }
    showMessage(t('desk.done', { tag: spacedParticipantTag(tag), money }), { type: 'success' });
  };
  return (
    <>
      <Button
        size="xs"
        variant="default"
        onClick={dialog.open}
        aria-label={t('desk.open_for', { tag: spacedParticipantTag(tag) })}
      >
        {t('desk.open')}
      </Button>
      {asking && (
        <ConfirmCashDialog
          title={t('desk.title', { tag: spacedParticipantTag(tag) })}
          text={t('desk.text', { money })}
          confirm={t('desk.submit')}
          maySign={maySignForCash(session)}
          onConfirm={pay}
          onMissing={dialog.close}
          onClose={dialog.close}
        />
      )}
    </>
  );
}
