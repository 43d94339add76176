import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { StudyVersion } from '../../../../../../contracts/study-files';
import { linkVersionArchive } from '../../../../../../contracts/study-timelines';
import { call } from '../../../../lib/http/api';
import { useMutation } from '../../../../lib/http/use-mutation';

interface Props {
  studyId: string;
  version: StudyVersion;
  /** The id of the version's heading. */
  describedBy: string;
  onError: (error: unknown) => void;
}

/** The files of a version: as a ZIP, and for JATOS where the study was made for it. */
export function DownloadMenu({ studyId, version, describedBy, onError }: Props) {
  const { t } = useTranslation('hosted-study');
  const download = useMutation({
    mutationFn: async (format: 'zip' | 'jzip') => {
      const params = { id: studyId, version: version._id };
      const { url } = await call(linkVersionArchive, { params, query: { format } });
      location.assign(url);
    },
    onMutate: () => onError(null),
    onError,
  });
  const looks = {
    size: 'sm',
    variant: 'subtle',
    leftSection: <IconDownload size={16} aria-hidden />,
    loading: download.isPending,
    'aria-describedby': describedBy,
    children: t('download.button'),
  } as const;
  // A menu with one choice is a click too many.
  if (version.kind !== 'jatos') return <Button {...looks} onClick={() => download.mutate('zip')} />;
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button {...looks} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => download.mutate('zip')}>{t('download.zip')}</Menu.Item>
        <Menu.Item onClick={() => download.mutate('jzip')}>{t('download.jzip')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
