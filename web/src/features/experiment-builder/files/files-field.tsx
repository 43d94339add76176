import { ActionIcon, Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { IconFile } from '../../../ui/icons/file';
import { IconMusic } from '../../../ui/icons/music';
import { IconTrash } from '../../../ui/icons/trash';
import { IconUpload } from '../../../ui/icons/upload';
import { IconVideo } from '../../../ui/icons/video';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteTimelineFile } from '../../../../../contracts/study-files/study-timelines';
import { readStudyStorage } from '../../../../../contracts/study-files/study-storage';
import { formatBytes } from '../../../lib/intl/format-bytes';
import { call } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';
import { ConfirmDialog } from '../../../ui/feedback/confirm.dialog';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { StorageUsageLine } from '../../../domain/study-files/storage-line';
import { useBuilder, useBuilderState } from '../draft/use-builder';
import formClasses from '../fields/fields.module.css';
import classes from './files.module.css';
import { AddResourceFiles } from './taken-files';
import { useAddFiles } from './use-add-files';

/** The pictures, sounds and other files of the experiment, with buttons to add and delete them. */
export function FilesField() {
  const { t } = useTranslation('builder');
  const { studyId, draft, disabled } = useBuilder();
  const files = useBuilderState((state) => state.files);
  const client = useQueryClient();
  const add = useAddFiles();
  const [leaving, setLeaving] = useState<string | null>(null);
  const remove = useMutation({
    mutationFn: (path: string) =>
      call(deleteTimelineFile, { params: { id: studyId }, query: { path } }),
    onSuccess: (_, path) => {
      draft.setFiles(files.filter((one) => one.path !== path));
      setLeaving(null);
    },
    onSettled: () => client.invalidateQueries({ queryKey: [readStudyStorage.path] }),
  });
  return (
    <Stack gap="sm">
      {files.length > 0 && (
        <ul className={classes.list} aria-label={t('files.title')}>
          {files.map(({ path, bytes, mime, url }) => (
            <li key={path} className={classes.file}>
              {mime.startsWith('image/') ? (
                <img src={url} alt="" className={formClasses.thumb} />
              ) : (
                <span className={classes.icon} aria-hidden>
                  {mime.startsWith('audio/') ? (
                    <IconMusic size={20} />
                  ) : mime.startsWith('video/') ? (
                    <IconVideo size={20} />
                  ) : (
                    <IconFile size={20} />
                  )}
                </span>
              )}
              <Text span className={classes.path}>
                {path}
              </Text>
              <Text span size="sm" c="dimmed" className="numbers">
                {formatBytes(bytes)}
              </Text>
              {!disabled && (
                <ActionIcon
                  size={36}
                  variant="subtle"
                  color="gray"
                  aria-label={t('files.remove', { name: path })}
                  onClick={() => setLeaving(path)}
                >
                  <IconTrash size={18} aria-hidden />
                </ActionIcon>
              )}
            </li>
          ))}
        </ul>
      )}
      <Group>
        <FileButton
          multiple
          disabled={disabled}
          onChange={(list) => list.length > 0 && add.mutate(list)}
        >
          {(props) => (
            <Button
              {...props}
              size="sm"
              variant="default"
              leftSection={<IconUpload size={18} aria-hidden />}
              loading={add.isPending}
            >
              {t('files.add')}
            </Button>
          )}
        </FileButton>
      </Group>
      <AddResourceFiles />
      <StorageUsageLine studyId={studyId} />
      <ErrorNotice error={add.error} />
      <ConfirmDialog
        opened={leaving !== null}
        onClose={() => setLeaving(null)}
        onConfirm={() => leaving !== null && remove.mutate(leaving)}
        title={t('files.remove_title', { name: leaving ?? '' })}
        confirm={t('files.remove_confirm')}
        busy={remove.isPending}
        notice={<ErrorNotice error={remove.error} />}
        danger
      >
        {t('files.remove_text')}
      </ConfirmDialog>
    </Stack>
  );
}
