import { Button, Stack, Tabs, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { ResourceFile } from '../../../../contracts/resources/files';
import { formatNumber } from '../../lib/intl/format';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { IconFolder } from '../../ui/icons/folder';
import { IconFolderPlus } from '../../ui/icons/folder-plus';
import { IconSearchOff } from '../../ui/icons/search-off';
import { IconTrash } from '../../ui/icons/trash';
import { IconUsers } from '../../ui/icons/users';
import { LoadingRows } from '../../ui/loading/loading';
import { Page } from '../../ui/page';
import { ActionDialogs, type ActiveDialog } from './action-dialogs';
import type { EntryAction } from './entries/offered.rule';
import { useResourceActions } from './actions/use-actions';
import { FileDrawer } from './details/file.drawer';
import { folderPathTo } from './folders/folder-tree.rule';
import { FolderBreadcrumbs } from './folders/folder-breadcrumbs';
import { useFolders } from './folders/use-folders';
import { EntryList } from './list/entry-list';
import type { ResourceEntry } from './entries/entry.rule';
import { selectAllEntries, nothingSelected } from './list/selection.rule';
import { SelectionBar } from './list/selection-bar';
import { useEntries } from './list/use-entries';
import { useListLayout } from './list-layout.store';
import { StorageUseLine } from './storage-use-line';
import { ResourceListToolbar } from './toolbar';
import { DropAnywhere } from './uploads/drop-anywhere';
import { UnfinishedUploads } from './uploads/unfinished';
import { UploadButtons } from './uploads/upload-buttons';
import { UploadsPanel } from './uploads/uploads-panel';
import { useResourceListState, type ResourceView, resourceViews } from './use-place';

const signs = { own: IconFolder, shared: IconUsers, bin: IconTrash } as const;

/** /resources: the files that a researcher keeps for studies. */
export function ResourcesPage() {
  const { t } = useTranslation('resources');
  const navigate = useNavigate();
  const { place, go } = useResourceListState();
  const { view, text, sort } = place;
  const { tree, ...folders } = useFolders();
  const list = useEntries(place, tree);
  const look = useListLayout((s) => s.as);
  const [selection, select] = useState(nothingSelected);
  const [ask, setAsk] = useState<ActiveDialog | null>(null);
  const actions = useResourceActions(() => select(nothingSelected));
  const search = useRef<HTMLInputElement>(null);
  const part = useRef<HTMLDivElement>(null);

  const folder = place.folder ?? (view === 'own' ? tree.root?._id : undefined);
  const shown = folder === undefined ? undefined : tree.byId.get(folder);
  const target = shown?.may === 'change' && view !== 'bin' ? shown._id : undefined;
  // The buttons are rendered before the folders are loaded, so that nothing moves when these
  // arrive.
  const mayAdd = target !== undefined || (view === 'own' && folders.isPending);
  const where = `${view} ${folder} ${text}`;
  const [before, setBefore] = useState(where);
  if (before !== where) {
    setBefore(where);
    select(nothingSelected);
  }

  const open = (entry: ResourceEntry) => {
    if (view === 'bin') return;
    if (entry.kind === 'file') return go({ file: entry.id });
    void navigate(`/resources?folder=${entry.id}${view === 'shared' ? '&view=shared' : ''}`);
  };
  const act = (offer: EntryAction, entries: readonly ResourceEntry[]) => {
    const [first] = entries;
    if (offer === 'open') return first && open(first);
    if (offer === 'download') return actions.download(entries);
    if (offer === 'remove' || offer === 'restore') return actions[offer](entries);
    setAsk({ what: offer, entries });
  };
  const selectAll = () => {
    select(selectAllEntries(list.loaded));
    if (list.loaded.length < list.count)
      void list.whole().then(
        (entries) => select(selectAllEntries(entries)),
        () => undefined,
      );
  };
  const placeOf = (entry: ResourceEntry) => {
    if (text === '' || view === 'bin') return undefined;
    const above = entry.kind === 'file' ? entry.file.folder_id : entry.folder.parent_id;
    const names = above === null ? [] : folderPathTo(tree, above).map(({ name }) => name);
    return names.filter(Boolean).join(' / ') || t('view.own');
  };
  const listed = list.loaded.find((entry) => entry.kind === 'file' && entry.id === place.file) as
    | Extract<ResourceEntry, { kind: 'file' }>
    | undefined;

  const error = folders.error ?? list.error;
  const isPending = folders.isPending || list.isPending;
  const isEmpty = !isPending && !error && list.count === 0;
  const chosen = [...selection.chosen.values()];
  const empty = text
    ? 'found'
    : folder !== undefined && folder !== tree.root?._id
      ? 'folder'
      : view;
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      actions={
        mayAdd && (
          <>
            <Button
              variant="default"
              disabled={target === undefined}
              leftSection={<IconFolderPlus size={18} aria-hidden />}
              onClick={() => setAsk({ what: 'folder', entries: [] })}
            >
              {t('new_folder.action')}
            </Button>
            <UploadButtons folder={target} />
          </>
        )
      }
    >
      <UploadsPanel />
      <UnfinishedUploads />
      <Tabs
        value={view}
        onChange={(next) =>
          void navigate(next === 'own' ? '/resources' : `/resources?view=${next as ResourceView}`)
        }
      >
        <Tabs.List>
          {resourceViews.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(`view.${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={view} pt="md">
          <Stack gap="md" ref={part}>
            <FolderBreadcrumbs place={place} tree={tree} />
            <ResourceListToolbar
              place={place}
              go={go}
              search={search}
              toList={() =>
                part.current?.querySelector<HTMLElement>('[data-line][tabindex="0"]')?.focus()
              }
            />
            {view === 'bin' && <Text size="sm">{t('bin_text')}</Text>}
            {chosen.length > 0 ? (
              <SelectionBar
                entries={chosen}
                view={view}
                isBusy={actions.isBusy}
                progress={actions.progress}
                onAct={act}
                onClear={() => select(nothingSelected)}
              />
            ) : (
              <Text size="sm" c="dimmed" role="status" className="numbers" mih="2rem">
                {isPending || error || isEmpty
                  ? ''
                  : t('count', { count: list.count, entries: formatNumber(list.count) })}
              </Text>
            )}
            {error && (
              <ErrorNotice
                error={error}
                title={t('failed_list')}
                onRetry={() => void Promise.all([folders.refetch(), list.refetch()])}
              />
            )}
            {isPending ? (
              <LoadingRows count={6} height={52} />
            ) : isEmpty ? (
              <EmptyState
                icon={text ? IconSearchOff : signs[view]}
                title={t(`empty.${empty}`)}
                text={t(`empty_text.${empty}`)}
                action={
                  text && (
                    <Button variant="default" onClick={() => go({ text: '' })}>
                      {t('search.clear')}
                    </Button>
                  )
                }
              />
            ) : (
              list.count > 0 && (
                <EntryList
                  key={`${view} ${folder} ${look}`}
                  label={t('title')}
                  look={look}
                  view={view}
                  count={list.count}
                  at={list.at}
                  need={list.need}
                  isOld={list.isOld}
                  sort={sort}
                  onSort={(next) => go({ sort: next })}
                  selection={selection}
                  onSelect={select}
                  onSelectAll={selectAll}
                  onOpen={open}
                  onAct={act}
                  placeOf={placeOf}
                />
              )
            )}
          </Stack>
        </Tabs.Panel>
      </Tabs>
      {/* Rendered once the list is loaded, since the growing list would move this line down. */}
      {!isPending && <StorageUseLine />}
      <DropAnywhere folder={target} name={shown?.name || t('view.own')} />
      <FileDrawer
        id={place.file}
        listed={listed?.file}
        mayChange={(file: ResourceFile) => tree.byId.get(file.folder_id)?.may === 'change'}
        onClose={() => go({ file: undefined })}
      />
      {ask && (
        <ActionDialogs
          ask={ask}
          tree={tree}
          folder={folder}
          actions={actions}
          onClose={() => setAsk(null)}
        />
      )}
    </Page>
  );
}
