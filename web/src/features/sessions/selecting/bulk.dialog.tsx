import { List, Progress, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Session } from '../../../../../contracts/enrolment/sessions';
import { sessionTitle } from '../../../domain/sessions/session-name';
import { showMessage } from '../../../lib/ui.store';
import { ConfirmDialog } from '../../../ui/feedback/confirm.dialog';
import { useFocusReturn } from '../../../ui/use-focus-return';
import classes from './bulk.module.css';
import type { BulkAction } from './bulk.rule';
import { useBulkAction } from './use-bulk';

/**
 * The dialog of an action on several sessions: it explains the action and lists the sessions, runs
 * the action, and then lists each session that failed, with the reason. A button retries these.
 */
export function BulkDialog({
  bulk,
  sessions,
  onClose,
  onDone,
}: {
  bulk: BulkAction;
  sessions: readonly Session[];
  onClose: () => void;
  onDone: () => void;
}) {
  useFocusReturn();
  const { t } = useTranslation('sessions');
  const { left, undone, progress, run } = useBulkAction(bulk, sessions);
  const busy = progress !== null;
  const waiting = left.reduce((sum, { counts }) => sum + counts.waitlisted + counts.offered, 0);
  const name = (session: Session) => sessionTitle(t, session);
  const close = () => {
    if (!busy) onClose();
  };
  const confirm = async () => {
    const result = await run();
    if (result.done > 0)
      showMessage(t(`bulk.${bulk}_done`, { count: result.done }), { type: 'success' });
    if (result.undone > 0) return;
    onClose();
    onDone();
  };

  return (
    <ConfirmDialog
      opened
      onClose={close}
      onConfirm={() => void confirm()}
      title={t(`bulk.${bulk}_title`, { count: left.length })}
      confirm={undone.length > 0 ? t('bulk.again') : t(`bulk.${bulk}`, { count: left.length })}
      danger={bulk === 'close'}
      busy={busy}
      notice={
        busy ? (
          <Stack gap={4} role="status">
            <Progress value={(progress / left.length) * 100} aria-hidden />
            <Text size="sm" c="dimmed" className="numbers">
              {t('bulk.progress', { done: progress, count: left.length })}
            </Text>
          </Stack>
        ) : (
          undone.length > 0 && (
            <Stack gap={4} role="alert">
              <Text fw={600} c="var(--mantine-color-error)">
                {t('bulk.failed', { count: undone.length })}
              </Text>
              <List size="sm" className={classes.list}>
                {undone.map(({ session, why }) => (
                  <List.Item key={session._id}>
                    {name(session)}: {why}
                  </List.Item>
                ))}
              </List>
            </Stack>
          )
        )
      }
    >
      <Stack gap="xs">
        <Text>{t(`bulk.${bulk}_text`)}</Text>
        {bulk === 'close' && waiting > 0 && (
          <Text className="numbers">{t('close.waiting', { count: waiting })}</Text>
        )}
        {undone.length === 0 && (
          <List size="sm" spacing={2} className={classes.list}>
            {left.map((session) => (
              <List.Item key={session._id}>{name(session)}</List.Item>
            ))}
          </List>
        )}
      </Stack>
    </ConfirmDialog>
  );
}
