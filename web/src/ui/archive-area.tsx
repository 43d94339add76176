import { Button, FileButton, Group, List, Progress, Stack, Text } from '@mantine/core';
import { IconFileZip, IconUpload } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../lib/http/api';
import { useMutation } from '../lib/http/use-mutation';
import classes from './archive-area.module.css';
import { ErrorNotice } from './feedback/error-notice';

interface Props {
  title: string;
  hint: string;
  /** Shown for a file of more than `maxBytes`, which is not sent. */
  tooBig: string;
  maxBytes: number;
  /** The endings and types that a file picker offers. */
  accept: string;
  /** Under the hint. */
  below?: ReactNode;
  /** @param onPart is told which part of the bytes has left, from 0 to 1 */
  send: (file: Blob, onPart: (part: number) => void) => Promise<unknown>;
}

/** A ZIP is picked or dropped and sent; what was refused is named file by file. */
export function ArchiveArea({ title, hint, tooBig, maxBytes, accept, below, send }: Props) {
  const { t } = useTranslation('archive');
  const [over, setOver] = useState(false);
  const [part, setPart] = useState(0);
  const [isTooBig, setTooBig] = useState(false);
  const bring = useMutation({ mutationFn: (file: Blob) => send(file, setPart) });
  const take = (file: File | null | undefined) => {
    if (!file) return;
    setTooBig(file.size > maxBytes);
    setPart(0);
    // Systems give a ZIP different types, or none.
    if (file.size <= maxBytes)
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
          <IconFileZip className={classes.picture} size={28} stroke={1.5} aria-hidden />
          <Stack gap="xs" flex={1} miw={0}>
            <Text fw={600}>{title}</Text>
            <Text size="sm" c="dimmed">
              {hint}
            </Text>
            {below}
            <Group gap="sm">
              <FileButton onChange={take} accept={accept}>
                {(props) => (
                  <Button
                    {...props}
                    variant="default"
                    leftSection={<IconUpload size={18} aria-hidden />}
                    loading={bring.isPending}
                  >
                    {t('choose')}
                  </Button>
                )}
              </FileButton>
            </Group>
            {bring.isPending && (
              <div role="status">
                <Progress value={100 * part} aria-label={t('progress')} mb={4} />
                <Text size="sm">
                  {part < 1 ? t('under_way', { percent: Math.floor(100 * part) }) : t('checked')}
                </Text>
              </div>
            )}
          </Stack>
        </Group>
      </div>
      {isTooBig && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {tooBig}
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
