import { List, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Session } from '../../../../contracts/enrolment/sessions';
import { showMessage } from '../../lib/ui.store';
import { ConfirmDialog } from '../../ui/feedback/confirm.dialog';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { sessionTitle } from './session-name';
import { useSessionChange } from './use-session-change';
import { useFocusReturn } from '../../ui/use-focus-return';

/**
 * Asks for confirmation, since closing cannot be undone, and says who is affected and how
 * (docs/domain.md, 2).
 */
export function SessionCloseDialog({
  session,
  onClose,
}: {
  session: Session;
  onClose: () => void;
}) {
  useFocusReturn();
  const { t } = useTranslation('sessions');
  const change = useSessionChange();
  const { counts, spots_available } = session;
  const waiting = counts.waitlisted + counts.offered;
  const close = () =>
    change.mutate(
      { params: { id: session._id }, body: { state: 'closed' } },
      {
        onSuccess: () => {
          showMessage(t('moved.closed', { title: sessionTitle(t, session) }), { type: 'success' });
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={close}
      title={t('close.title', { title: sessionTitle(t, session) })}
      confirm={t('close.confirm')}
      danger
      busy={change.isPending}
      notice={<ErrorNotice error={change.error} />}
    >
      <Stack gap="xs">
        <Text>{t('close.lead')}</Text>
        <List spacing={4} className="numbers">
          {spots_available > 0 && (
            <List.Item>{t('close.spots', { count: spots_available })}</List.Item>
          )}
          {waiting > 0 && <List.Item>{t('close.waiting', { count: waiting })}</List.Item>}
          <List.Item>
            {t('close.kept', { count: counts.enrolled + counts.started + counts.completed })}
          </List.Item>
        </List>
      </Stack>
    </ConfirmDialog>
  );
}
