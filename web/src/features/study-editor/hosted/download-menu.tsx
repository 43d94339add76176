import { Button, Menu } from '@mantine/core';
import { IconDownload } from '../../../ui/icons/download';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StudyVersion } from '../../../../../contracts/study-files/study-files';
import { createVersionArchiveLink } from '../../../../../contracts/study-files/study-timelines';
import { call } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';
import { LazyJatosArchiveDialog } from '../../../domain/study-files/jatos-archive-later';

interface Props {
  studyId: string;
  version: StudyVersion;
  /** The id of the version's heading. */
  describedBy: string;
  onError: (error: unknown) => void;
}

/**
 * Downloads the files of a version as a ZIP, or as an archive for JATOS. Files that were made for
 * JATOS are not changed. For all other files, a dialog first explains how JATOS runs the study, and
 * what works differently there.
 */
export function DownloadMenu({ studyId, version, describedBy, onError }: Props) {
  const { t } = useTranslation('hosted-study');
  const [asks, setAsks] = useState<boolean | null>(null);
  const { kind, entry } = version;
  const download = useMutation({
    mutationFn: async (format: 'zip' | 'jzip') => {
      const params = { id: studyId, version: version._id };
      const { url } = await call(createVersionArchiveLink, { params, query: { format } });
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
  // If there is only one kind of download, no menu is needed.
  if (kind === null || entry === null)
    return <Button {...looks} onClick={() => download.mutate('zip')} />;
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button {...looks} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => download.mutate('zip')}>{t('download.zip')}</Menu.Item>
          {/* Studies made with PsychoJS need no dialog: if their files contain no description for
              JATOS, the server refuses the download and says why. */}
          <Menu.Item
            onMouseEnter={() => LazyJatosArchiveDialog.fetch()}
            onClick={() =>
              kind === 'jatos' || kind === 'psychojs' ? download.mutate('jzip') : setAsks(true)
            }
          >
            {t('download.jzip')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asks !== null && (
        <LazyJatosArchiveDialog
          opened={asks}
          onClose={() => setAsks(false)}
          onDownload={() => download.mutate('jzip')}
          onMissing={() => setAsks(null)}
        />
      )}
    </>
  );
}
