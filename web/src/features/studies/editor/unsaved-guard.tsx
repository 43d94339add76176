import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { guardPage } from '../../../lib/navigation/guarded-history';
import { ConfirmDialog } from '../../../ui/feedback/confirm.dialog';

/** Asks before unsaved changes are lost, by navigation in the app or by closing the tab. */
export function UnsavedGuard({ dirty }: { dirty: boolean }) {
  const { t } = useTranslation('studies');
  const [leave, setLeave] = useState<(() => void) | null>(null);
  useEffect(() => {
    if (!dirty) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    const unguard = guardPage({ ask: (go) => setLeave(() => go) });
    return () => {
      window.removeEventListener('beforeunload', warn);
      unguard();
    };
  }, [dirty]);
  return (
    <ConfirmDialog
      opened={leave !== null}
      onClose={() => setLeave(null)}
      onConfirm={() => {
        setLeave(null);
        leave?.();
      }}
      title={t('unsaved.title')}
      confirm={t('unsaved.leave')}
      danger
    >
      <Text>{t('unsaved.text')}</Text>
    </ConfirmDialog>
  );
}
