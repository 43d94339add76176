import {
  Anchor,
  Breadcrumbs,
  Button,
  Checkbox,
  Group,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import {
  listFiles,
  listFolders,
  type ResourceFile,
  type ResourceFolder,
} from '../../../../contracts/resources/files';
import { query } from '../../lib/http/api';
import { itemsOfPages, pagedQuery } from '../../lib/http/pages';
import { formatBytes } from '../../lib/intl/format-bytes';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { IconFile } from '../../ui/icons/file';
import { IconFolder } from '../../ui/icons/folder';
import { LoadingRows } from '../../ui/loading/loading';
import { ShowMore } from '../../ui/show-more';
import { pickedFiles, type PickedFile } from './picked-files.rule';
import classes from './pick-files.module.css';

export interface PickFilesProps {
  onClose: () => void;
  /** Called with at least one file. */
  onPick: (files: PickedFile[]) => void;
  /** Whether the person can type a folder of the study into which the files are put. */
  folders?: boolean;
  /** Whether only one file can be picked. */
  single?: boolean;
  /** The files that can be picked; by default all. */
  accepts?: (file: ResourceFile) => boolean;
  busy?: boolean;
  error?: unknown;
}

/** Lets a person choose files from folders. When the dialog opens, no file is chosen. */
export function PickFiles({
  onClose,
  onPick,
  folders: withFolder = false,
  single = false,
  accepts = () => true,
  busy = false,
  error,
}: PickFilesProps) {
  const { t } = useTranslation('take-resources');
  const { t: common } = useTranslation('common');
  const [at, setAt] = useState<string | null>(null);
  const [text, setText] = useState('');
  const [picked, setPicked] = useState<ReadonlyMap<string, ResourceFile>>(new Map());
  const [target, setTarget] = useState('');
  const folders = useQuery(query(listFolders));
  const all = folders.data?.items ?? [];
  const here = all.find(({ _id }) => _id === at) ?? all.find(isOwnRoot);
  const search = text.trim();
  const files = useInfiniteQuery({
    ...pagedQuery<ResourceFile>(listFiles, {
      query: {
        ...(here && { folder: here._id }),
        ...(search !== '' && { text: search }),
        limit: 100,
      },
    }),
    enabled: here !== undefined,
  });
  const items = itemsOfPages(files.data).filter(accepts);
  const toggle = (file: ResourceFile) => {
    const next = new Map(single ? [] : picked);
    if (picked.has(file._id)) next.delete(file._id);
    else next.set(file._id, file);
    setPicked(next);
  };
  const inside = search === '' ? all.filter((folder) => isInside(folder, here, all)) : [];
  const isEmpty = files.isSuccess && items.length === 0 && inside.length === 0;
  return (
    <Stack gap="sm">
      <TextInput
        type="search"
        label={t('search')}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        data-autofocus
      />
      <Breadcrumbs>
        {pathOf(here, all).map((folder) => (
          <Anchor
            key={folder._id}
            component="button"
            type="button"
            size="sm"
            onClick={() => setAt(folder._id)}
          >
            {folder.name || t('root')}
          </Anchor>
        ))}
      </Breadcrumbs>
      <ErrorNotice
        error={folders.error ?? files.error}
        onRetry={() => void (folders.error ? folders.refetch() : files.refetch())}
      />
      {(folders.isPending || files.isLoading) && <LoadingRows count={4} height={40} />}
      {isEmpty && (
        <Text size="sm" c="dimmed">
          {t(search === '' ? 'empty' : 'nothing_found')}{' '}
          <Anchor component={Link} to="/resources" target="_blank">
            {t('to_resources')}
          </Anchor>
        </Text>
      )}
      <ul className={classes.list} aria-label={t('list')}>
        {inside.map((folder) => (
          <li key={folder._id}>
            <Button
              fullWidth
              justify="flex-start"
              variant="subtle"
              color="gray"
              leftSection={<IconFolder size={20} aria-hidden />}
              onClick={() => setAt(folder._id)}
            >
              {folder.name}
              {folder.owner !== null && ` · ${folder.owner}`}
            </Button>
          </li>
        ))}
        {items.map((file) => (
          <li key={file._id}>
            <Checkbox
              className={classes.file}
              checked={picked.has(file._id)}
              disabled={file.state !== 'ready'}
              onChange={() => toggle(file)}
              label={
                <span className={classes.label}>
                  {file.thumbnail_url ? (
                    <img src={file.thumbnail_url} alt="" className={classes.thumb} />
                  ) : (
                    <IconFile size={20} aria-hidden />
                  )}
                  <span className={classes.name}>{file.name}</span>
                  <Text span size="sm" c="dimmed" className="numbers">
                    {file.state === 'ready' ? formatBytes(file.bytes) : t(`state.${file.state}`)}
                  </Text>
                </span>
              }
            />
          </li>
        ))}
      </ul>
      <ShowMore list={files} label={t('more')} />
      {withFolder && (
        <TextInput
          label={t('target')}
          description={t('target_hint')}
          value={target}
          maxLength={200}
          onChange={({ currentTarget }) => setTarget(currentTarget.value)}
        />
      )}
      <ErrorNotice error={error} />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose} disabled={busy}>
          {common('action.cancel')}
        </Button>
        <Button
          disabled={picked.size === 0}
          loading={busy}
          onClick={() => onPick(pickedFiles([...picked.values()], target))}
        >
          {t('add', { count: picked.size })}
        </Button>
      </Group>
    </Stack>
  );
}

const isOwnRoot = ({ parent_id, owner }: ResourceFolder) => parent_id === null && owner === null;

/** Whether a folder is listed in `here`. The top level also lists folders that others share. */
const isInside = (
  folder: ResourceFolder,
  here: ResourceFolder | undefined,
  all: readonly ResourceFolder[],
): boolean =>
  folder.parent_id === null
    ? folder.owner !== null && here !== undefined && isOwnRoot(here)
    : folder.parent_id === here?._id && all.length > 0;

/** Lists the folders that lead from the top level to the folder that is shown. */
function pathOf(
  here: ResourceFolder | undefined,
  all: readonly ResourceFolder[],
): ResourceFolder[] {
  const path: ResourceFolder[] = [];
  for (let one = here; one && path.length < 50;) {
    path.unshift(one);
    const above = one.parent_id;
    one = all.find(({ _id }) => _id === above);
  }
  const root = all.find(isOwnRoot);
  return root && path[0] !== root ? [root, ...path] : path;
}
