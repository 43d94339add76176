import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { studyFilesLimits } from '../../../../../contracts/study-files/limits';
import {
  listVersions,
  uploadVersion,
  type StudyVersion,
} from '../../../../../contracts/study-files/study-files';
import { readStudyStorage } from '../../../../../contracts/study-files/study-storage';
import { formatBytes } from '../../../lib/intl/format-bytes';
import { uploadFile } from '../../../lib/http/upload';
import { ArchiveArea } from '../../../ui/archive/archive-area';
import { StorageUsageLine } from '../../../domain/study-files/storage-line';

interface Props {
  studyId: string;
  onUploaded: (version: StudyVersion, made: boolean) => void;
}

/** Uploads a study's own files as one archive. */
export function UploadArea({ studyId, onUploaded }: Props) {
  const { t } = useTranslation('hosted-study');
  const client = useQueryClient();
  const all = formatBytes(studyFilesLimits.studyVersionBytes);
  return (
    <ArchiveArea
      title={t('upload.title')}
      hint={t('upload.hint', { all, one: formatBytes(studyFilesLimits.studyFileBytes) })}
      tooBig={t('upload.too_big', { all })}
      maxBytes={studyFilesLimits.studyArchiveBytes}
      folders
      accept=".zip,.jzip,application/zip"
      below={<StorageUsageLine studyId={studyId} />}
      send={async (file, onPart) => {
        const params = { id: studyId };
        const { status, body } = await uploadFile(uploadVersion, { params, file }, onPart);
        await client.invalidateQueries({ queryKey: [listVersions.path] });
        await client.invalidateQueries({ queryKey: [readStudyStorage.path] });
        onUploaded(body, status === 201);
      }}
    />
  );
}
