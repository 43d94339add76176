import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ResourceFolder } from '../../../../../contracts/resources/files';
import { OriginForm } from '../details/origin-form';

/** Asks who made the files in a folder, and how others may use them. */
export function OriginDialog({ folder, onClose }: { folder: ResourceFolder; onClose: () => void }) {
  const { t } = useTranslation(['resources', 'common']);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('origin.title', { name: folder.name })}
      closeButtonProps={{ 'aria-label': t('common:action.close'), size: 44 }}
    >
      <OriginForm of={{ kind: 'folder', folder }} mayChange />
    </Modal>
  );
}
