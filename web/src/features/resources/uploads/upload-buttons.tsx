import { Button, FileButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconFolderUp } from '../../../ui/icons/folder-up';
import { IconUpload } from '../../../ui/icons/upload';
import { pickedFiles } from './dropped-files';
import { uploadActions } from './uploads.store';

/**
 * Buttons to choose files, or a whole folder, to upload.
 * @param folder the folder that gets them; undefined until it is known
 */
export function UploadButtons({ folder }: { folder: string | undefined }) {
  const { t } = useTranslation('resources');
  const add = (files: readonly File[]) => {
    if (folder !== undefined) uploadActions.add(folder, pickedFiles(files));
  };
  return (
    <>
      <FileButton multiple inputProps={{ webkitdirectory: '' } as object} onChange={add}>
        {(given) => (
          <Button
            {...given}
            disabled={folder === undefined}
            variant="default"
            leftSection={<IconFolderUp size={18} aria-hidden />}
          >
            {t('upload_folder')}
          </Button>
        )}
      </FileButton>
      <FileButton multiple onChange={add}>
        {(given) => (
          <Button
            {...given}
            disabled={folder === undefined}
            leftSection={<IconUpload size={18} aria-hidden />}
          >
            {t('upload_files')}
          </Button>
        )}
      </FileButton>
    </>
  );
}
