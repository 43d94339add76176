import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PickFiles, type PickFilesProps } from './pick-files';

interface Props extends PickFilesProps {
  opened: boolean;
  /** The title of the dialog, which says where the picked files are put. */
  title: string;
}

/** A dialog for choosing files from the person's own folders and from those that others share. */
export function PickFilesDialog({ opened, title, ...props }: Props) {
  const { t } = useTranslation('common');
  return (
    <Modal
      opened={opened}
      onClose={props.onClose}
      size="lg"
      title={title}
      closeButtonProps={{ 'aria-label': t('action.close'), size: 44 }}
    >
      <PickFiles {...props} />
    </Modal>
  );
}
