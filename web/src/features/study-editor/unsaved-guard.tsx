import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { guardPage } from '../../lib/navigation/guarded-history';
import type { StudyDraft } from './draft/study-draft';
import { useDraft } from './draft/use-study-draft';
import { ConfirmDialog } from '../../ui/feedback/confirm.dialog';

/**
 * Saves the changes when the person goes to another page. If that fails, or the consent form has
 * unpublished changes, it asks first; when a tab closes, the browser asks in its own words.
 */
export function UnsavedGuard({ draft, dirty }: { draft: StudyDraft; dirty: boolean }) {
  const { t } = useTranslation('studies');
  const clean = useDraft(draft, () => draft.isClean());
  const [leave, setLeave] = useState<(() => void) | null>(null);
  useEffect(() => {
    if (!dirty && clean) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    const unguard = guardPage({
      ask: (go) =>
        void draft.flush().then((saved) => (saved && !dirty ? go() : setLeave(() => go))),
    });
    return () => {
      window.removeEventListener('beforeunload', warn);
      unguard();
    };
  }, [draft, dirty, clean]);
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
