import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Invitation } from '../../../../contracts/researchers/researchers';
import { showMessage } from '../../lib/ui.store';
import { ConfirmDialog } from '../../ui/feedback/confirm.dialog';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { TimeText } from '../../ui/when';
import { useFocusReturn } from '../../ui/use-focus-return';
import { useChangeInvitation } from './use-change-invitation';

/** Asks for confirmation, since revoking cannot be undone, and says what stays valid. */
export function InvitationRevokeDialog({
  invitation,
  onClose,
}: {
  invitation: Invitation;
  onClose: () => void;
}) {
  useFocusReturn();
  const { t } = useTranslation('reviews');
  const change = useChangeInvitation();
  const revoke = () =>
    change.mutate(
      { params: { id: invitation._id }, body: { revoked: true } },
      {
        onSuccess: () => {
          showMessage(t('invitation.revoked_done'), { type: 'success' });
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      opened
      danger
      onClose={onClose}
      onConfirm={revoke}
      busy={change.isPending}
      title={t('invitation.revoke_title')}
      confirm={t('invitation.revoke')}
      notice={<ErrorNotice error={change.error} />}
    >
      <Text fw={600} mb="xs" style={{ overflowWrap: 'anywhere' }}>
        {invitation.label ?? t('invitation.unlabelled')} · {t('invitation.made')}{' '}
        <TimeText at={invitation.created_at} />
      </Text>
      {t('invitation.revoke_text')}{' '}
      {invitation.uses > 0 && t('invitation.revoke_stays', { count: invitation.uses })}
    </ConfirmDialog>
  );
}
