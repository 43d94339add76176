import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Session } from '../../../../contracts/enrolment/sessions';
import { showMessage } from '../../lib/ui.store';
import { ConfirmDialog } from '../../ui/feedback/confirm.dialog';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { useFocusReturn } from '../../ui/use-focus-return';
import { useSessionChange } from './use-session-change';

/** Asks for confirmation before the link is renewed, since the former link then stops working. */
export function RenewLinkDialog({ session, onClose }: { session: Session; onClose: () => void }) {
  useFocusReturn();
  const { t } = useTranslation('sessions');
  const change = useSessionChange();
  const renew = () =>
    change.mutate(
      { params: { id: session._id }, body: { renew_link: true } },
      {
        onSuccess: () => {
          showMessage(t('renew.done'), { type: 'success', autoHideMs: 6000 });
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={renew}
      title={t('renew.title')}
      confirm={t('action.renew_link')}
      danger
      busy={change.isPending}
      notice={<ErrorNotice error={change.error} />}
    >
      <Text>{t('renew.text')}</Text>
    </ConfirmDialog>
  );
}
