import { Button, Drawer, Stack, Tabs, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readFile, type ResourceFile } from '../../../../../contracts/resources/files';
import { serverNow } from '../../../lib/http/server-clock';
import { ApiError, query } from '../../../lib/http/api';
import { saveFileFromAddress } from '../../../lib/http/save-address';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { IconDownload } from '../../../ui/icons/download';
import { IconFileOff } from '../../../ui/icons/file-off';
import { LoadingForm } from '../../../ui/loading/loading';
import { isFileStillChecked } from '../list/facts.rule';
import { FileFactList } from './facts';
import { FileWarnings } from './notes';
import { OriginForm } from './origin-form';
import { FilePreview } from './preview';
import { StudiesUsingFile } from './uses';
import { FileVersionList } from './versions';
import classes from './details.module.css';

interface Props {
  /** The id of the file; undefined while the drawer is closed. */
  id: string | undefined;
  /** The file as the list contains it, shown until its details have loaded. */
  listed: ResourceFile | undefined;
  mayChange: (file: ResourceFile) => boolean;
  onClose: () => void;
}

const askEveryMs = 5_000;

/** The drawer with everything about one file. The file's id is in the address. */
export function FileDrawer({ id: wanted, listed, mayChange, onClose }: Props) {
  const { t } = useTranslation(['resources', 'common']);
  // The drawer still shows the file while it closes, so that it is not empty meanwhile.
  const [id, setId] = useState(wanted ?? '');
  if (wanted !== undefined && wanted !== id) setId(wanted);
  const { data, error, refetch } = useQuery({
    ...query(readFile, { params: { id } }),
    enabled: wanted !== undefined,
    refetchInterval: ({ state }) =>
      state.data && isFileStillChecked(state.data, serverNow()) ? askEveryMs : false,
  });
  const file = data?._id === id ? data : listed;
  const isAbsent = error instanceof ApiError && error.status === 404;
  return (
    <Drawer
      opened={wanted !== undefined}
      onClose={onClose}
      position="right"
      size="min(36rem, 100%)"
      title={
        <Title order={2} size="h3" component="span" className={classes.title}>
          {file?.name ?? t('details.title')}
        </Title>
      }
      closeButtonProps={{ 'aria-label': t('common:action.close'), size: 44 }}
    >
      {isAbsent ? (
        <EmptyState
          icon={IconFileOff}
          title={t('details.absent')}
          text={t('details.absent_text')}
        />
      ) : !file ? (
        error ? (
          <ErrorNotice error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingForm />
        )
      ) : (
        <Stack gap="md" key={file._id}>
          <FilePreview file={file} />
          {file.url !== null && (
            <div>
              <Button
                variant="default"
                leftSection={<IconDownload size={18} aria-hidden />}
                onClick={() => file.url !== null && saveFileFromAddress(file.url)}
              >
                {t('do.download')}
              </Button>
            </div>
          )}
          <FileWarnings file={file} mayChange={mayChange(file) && file.deleted_at === null} />
          <Tabs defaultValue="facts" keepMounted={false}>
            <Tabs.List mb="md">
              <Tabs.Tab value="facts">{t('details.facts')}</Tabs.Tab>
              <Tabs.Tab value="versions">{t('details.versions')}</Tabs.Tab>
              <Tabs.Tab value="origin">{t('details.origin')}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="facts">
              <Stack gap="lg">
                <FileFactList file={file} />
                {data && <StudiesUsingFile uses={data.uses} newest={file.version} />}
                <ErrorNotice error={error} onRetry={() => void refetch()} />
              </Stack>
            </Tabs.Panel>
            <Tabs.Panel value="versions">
              <FileVersionList
                file={file}
                mayChange={mayChange(file) && file.deleted_at === null}
              />
            </Tabs.Panel>
            <Tabs.Panel value="origin">
              <OriginForm of={{ kind: 'file', file }} mayChange={mayChange(file)} />
            </Tabs.Panel>
          </Tabs>
        </Stack>
      )}
    </Drawer>
  );
}
