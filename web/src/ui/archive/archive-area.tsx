import { Alert, Button, FileButton, Group, List, Progress, Stack, Text } from '@mantine/core';
import { IconFileOff } from '../icons/file-off';
import { IconFileZip } from '../icons/file-zip';
import { IconFolderUp } from '../icons/folder-up';
import { IconUpload } from '../icons/upload';
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  totalBytesOf,
  filesOfDroppedFolder,
  filesOfPickedFolder,
  zipFolder,
  type FolderFile,
} from '../../lib/folder-archive';
import { ApiError } from '../../lib/http/api';
import { useMutation } from '../../lib/http/use-mutation';
import classes from './archive-area.module.css';
import { ErrorNotice } from '../feedback/error-notice';
import { isZip } from './is-zip';

interface Props {
  title: string;
  hint: string;
  /** The message for a file that is larger than `maxBytes` and is therefore not sent. */
  tooBig: string;
  maxBytes: number;
  /** The file name endings and types that a file picker offers. */
  accept: string;
  /** Whether a folder may be chosen as well; the browser makes an archive of it. */
  folders?: boolean;
  /** The content that is shown below the hint in the area. */
  below?: ReactNode;
  /** @param onPart called with the part of the bytes that has been sent, from 0 to 1 */
  send: (file: Blob, onPart: (part: number) => void) => Promise<unknown>;
}

/**
 * What the person picked or dropped: an archive, or the files of a folder. If the browser cannot
 * read the folder, `unread` is the error.
 */
type Brought =
  | { readonly archive: File }
  | { readonly files: Files; readonly name: string }
  | { readonly unread: unknown };
type Files = readonly FolderFile[];

const nameOf = ([file]: readonly File[]) => file?.webkitRelativePath.split('/')[0] ?? '';

/**
 * An area where a ZIP or a folder is picked or dropped and then sent. Refused files are named one
 * by one.
 */
export function ArchiveArea(props: Props) {
  const { title, hint, tooBig, maxBytes, accept, folders = false, below, send } = props;
  const { t } = useTranslation('archive');
  const [over, setOver] = useState(false);
  const [part, setPart] = useState(0);
  const [isTooBig, setTooBig] = useState(false);
  /** The name of a file that the person chose but that is not a ZIP; null if there is none. */
  const [noZip, setNoZip] = useState<string | null>(null);
  const bring = useMutation({
    mutationFn: async (brought: Brought) => {
      if ('unread' in brought) throw brought.unread;
      const isArchive = 'archive' in brought;
      return send(
        isArchive ? brought.archive : await zipFolder(brought.files, brought.name),
        setPart,
      );
    },
  });
  // Whether the files of a dropped folder are still being listed: for thousands of them, that takes
  // seconds.
  const [isReading, setReading] = useState(false);
  const isBusy = isReading || bring.isPending;
  const bringIf = (bytes: number, brought: Brought) => {
    setNoZip(null);
    setTooBig(bytes > maxBytes);
    setPart(0);
    if (bytes <= maxBytes) bring.mutate(brought);
  };
  const take = async (file: File | null | undefined) => {
    if (!file) return;
    bring.reset();
    // The content of the file decides whether it is a ZIP, since operating systems give a ZIP
    // different types, or none.
    if (await isZip(file))
      bringIf(file.size, { archive: new File([file], file.name, { type: 'application/zip' }) });
    else {
      setTooBig(false);
      setNoZip(file.name);
    }
  };
  const takeFolder = (files: Files, name: string) => {
    bring.reset();
    setReading(false);
    if (files.length > 0) bringIf(totalBytesOf(files), { files, name });
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (isBusy) return;
    const entry = folders ? event.dataTransfer.items[0]?.webkitGetAsEntry() : null;
    if (entry?.isDirectory) {
      setReading(true);
      filesOfDroppedFolder(entry as FileSystemDirectoryEntry).then(
        (files) => takeFolder(files, entry.name),
        (unread: unknown) => {
          setReading(false);
          bring.mutate({ unread });
        },
      );
    } else void take(event.dataTransfer.files[0]);
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
              <FileButton onChange={(file) => void take(file)} accept={accept}>
                {(given) => (
                  <Button
                    {...given}
                    variant="default"
                    leftSection={<IconUpload size={18} aria-hidden />}
                    loading={isBusy}
                  >
                    {t('choose')}
                  </Button>
                )}
              </FileButton>
              {folders && (
                <FileButton
                  multiple
                  inputProps={{ webkitdirectory: '' } as object}
                  onChange={(files) => takeFolder(filesOfPickedFolder(files), nameOf(files))}
                >
                  {(given) => (
                    <Button
                      {...given}
                      variant="default"
                      leftSection={<IconFolderUp size={18} aria-hidden />}
                      disabled={isBusy}
                    >
                      {t('choose_folder')}
                    </Button>
                  )}
                </FileButton>
              )}
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
      {noZip !== null && <NoZip key={noZip} name={noZip} folders={folders} />}
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

/** Says that the chosen file is not a ZIP, what a ZIP is, and how to make one from a folder. */
function NoZip({ name, folders }: { name: string; folders: boolean }) {
  const { t } = useTranslation('archive');
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  return (
    <Alert
      ref={notice}
      tabIndex={-1}
      role="alert"
      color="red"
      icon={<IconFileOff aria-hidden />}
      title={<span className={classes.words}>{t('no_zip.title', { name })}</span>}
    >
      <Text size="sm">{t('no_zip.text')}</Text>
      <List size="sm" mt={4} spacing={4}>
        <List.Item>{t('no_zip.windows')}</List.Item>
        <List.Item>{t('no_zip.mac')}</List.Item>
        <List.Item>{t('no_zip.other')}</List.Item>
      </List>
      {folders && (
        <Text size="sm" mt={4}>
          {t('no_zip.folder')}
        </Text>
      )}
    </Alert>
  );
}
