import { Button, FileButton, Group, List, Progress, Stack, Text } from '@mantine/core';
import { IconFileZip, IconUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type DragEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '../../../../../../contracts/base/limits';
import {
  listVersions,
  uploadVersion,
  type StudyVersion,
} from '../../../../../../contracts/study-files';
import { formatBytes } from '../../../../lib/format';
import { ApiError } from '../../../../lib/http/api';
import { upload } from '../../../../lib/http/upload';
import { useMutation } from '../../../../lib/http/use-mutation';
import { ErrorNotice } from '../../../../ui/feedback/error-notice';
import classes from './hosted.module.css';

interface Props {
  studyId: string;
  onUploaded: (version: StudyVersion, made: boolean) => void;
}

/** A ZIP is picked or dropped; what was refused is named file by file. */
export function UploadArea({ studyId, onUploaded }: Props) {
  const { t } = useTranslation('hosted-study');
  const client = useQueryClient();
  const [over, setOver] = useState(false);
  const [part, setPart] = useState(0);
  const [tooBig, setTooBig] = useState(false);
  const bring = useMutation({
    mutationFn: (file: Blob) =>
      upload(uploadVersion, { params: { id: studyId }, file }, (now) => setPart(now)),
    onSuccess: async ({ status, body }) => {
      await client.invalidateQueries({ queryKey: [listVersions.path] });
      onUploaded(body, status === 201);
    },
  });
  const take = (file: File | null | undefined) => {
    if (!file) return;
    setTooBig(file.size > limits.studyArchiveBytes);
    setPart(0);
    // Systems give a ZIP different types, or none.
    if (file.size <= limits.studyArchiveBytes)
      bring.mutate(new File([file], file.name, { type: 'application/zip' }));
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!bring.isPending) take(event.dataTransfer.files[0]);
  };
  const faults = bring.error instanceof ApiError ? bring.error.fields : [];
  return (
    <Stack gap="sm">
      <div
        className={classes.drop}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Group gap="md" wrap="nowrap" align="flex-start">
          <IconFileZip size={28} stroke={1.5} aria-hidden />
          <Stack gap="xs" flex={1} miw={0}>
            <Text fw={600}>{t('upload.title')}</Text>
            <Text size="sm" c="dimmed">
              {t('upload.hint', {
                all: formatBytes(limits.studyVersionBytes),
                one: formatBytes(limits.studyFileBytes),
              })}
            </Text>
            <Group gap="sm">
              <FileButton onChange={take} accept=".zip,.jzip,application/zip">
                {(props) => (
                  <Button
                    {...props}
                    variant="default"
                    leftSection={<IconUpload size={18} aria-hidden />}
                    loading={bring.isPending}
                  >
                    {t('upload.choose')}
                  </Button>
                )}
              </FileButton>
            </Group>
            {bring.isPending && (
              <div role="status">
                <Progress value={100 * part} aria-label={t('upload.progress')} mb={4} />
                <Text size="sm">
                  {part < 1
                    ? t('upload.under_way', { percent: Math.floor(100 * part) })
                    : t('upload.checked')}
                </Text>
              </div>
            )}
          </Stack>
        </Group>
      </div>
      {tooBig && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {t('upload.too_big', { all: formatBytes(limits.studyVersionBytes) })}
        </Text>
      )}
      {!bring.isPending && (
        <ErrorNotice
          error={bring.error}
          focus
          kept={
            faults.length > 0 && (
              <List size="sm" spacing={4} className={classes.words}>
                {faults.map(({ path, code, description }) => (
                  <List.Item key={`${path} ${code}`}>
                    {path && <strong>{path}: </strong>}
                    {description}
                  </List.Item>
                ))}
              </List>
            )
          }
        />
      )}
    </Stack>
  );
}
