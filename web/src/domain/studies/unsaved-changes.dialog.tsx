import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/feedback/confirm.dialog';

interface Props {
  /**
   * Leaves the page and discards the unsaved changes; null while the person is not leaving the
   * page.
   */
  leave: (() => void) | null;
  onClose: () => void;
}

/**
 * Asks for confirmation before a person leaves the page of a study whose changes could not be
 * saved.
 */
export function UnsavedChangesDialog({ leave, onClose }: Props) {
  const { t } = useTranslation('studies');
  return (
    <ConfirmDialog
      opened={leave !== null}
      onClose={onClose}
      onConfirm={() => {
        onClose();
        leave?.();
      }}
      title={t('unsaved.title')}
      confirm={t('unsaved.leave')}
      danger
    >
      {t('unsaved.text')}
    </ConfirmDialog>
  );
}
