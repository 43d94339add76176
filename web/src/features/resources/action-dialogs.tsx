import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { addFolder } from '../../../../contracts/resources/files';
import { call } from '../../lib/http/api';
import { showMessage } from '../../lib/ui.store';
import { ConfirmDialog } from '../../ui/feedback/confirm.dialog';
import { renameEntry } from './actions/entry-calls';
import type { EntryAction } from './entries/offered.rule';
import { refreshResources } from './entries/refresh-resources';
import type { ResourceActions } from './actions/use-actions';
import { NameDialog } from './dialogs/name.dialog';
import { OriginDialog } from './dialogs/origin.dialog';
import { ShareDialog } from './dialogs/share.dialog';
import { TargetFolderDialog } from './dialogs/target.dialog';
import type { FolderTree } from './folders/folder-tree.rule';
import type { ResourceEntry } from './entries/entry.rule';

/** The dialog that is open, and the files and folders that it is about. */
export interface ActiveDialog {
  what: Extract<EntryAction, 'rename' | 'move' | 'copy' | 'share' | 'origin' | 'purge'> | 'folder';
  entries: readonly ResourceEntry[];
}
interface Props {
  ask: ActiveDialog;
  tree: FolderTree;
  /** The folder that the page shows. */
  folder: string | undefined;
  actions: ResourceActions;
  onClose: () => void;
}

/** The dialogs for actions on files and folders; one of them is open at a time. */
export function ActionDialogs({ ask: { what, entries }, tree, folder, actions, onClose }: Props) {
  const { t } = useTranslation('resources');
  const [first] = entries;
  if (what === 'folder')
    return (
      <NameDialog
        title={t('new_folder.title')}
        name=""
        confirm={t('new_folder.confirm')}
        save={async (name) => {
          await call(addFolder, { body: { name, parent_id: folder ?? tree.root?._id ?? '' } });
          await refreshResources();
        }}
        onClose={onClose}
      />
    );
  if (!first) return null;
  switch (what) {
    case 'rename':
      return (
        <NameDialog
          title={t('rename.title', { name: first.name })}
          name={first.name}
          confirm={t('rename.confirm')}
          save={async (name) => {
            await renameEntry(first, name);
            await refreshResources();
            showMessage(t('rename.done', { name }), {
              type: 'success',
              autoHideMs: 10_000,
              action: {
                label: t('undo'),
                run: () => void renameEntry(first, first.name).then(refreshResources),
              },
            });
          }}
          onClose={onClose}
        />
      );
    case 'move':
    case 'copy':
      return (
        <TargetFolderDialog
          what={what}
          entries={entries}
          tree={tree}
          from={folder ?? tree.root?._id}
          onChoose={(to) => actions[what](entries, to)}
          onClose={onClose}
        />
      );
    case 'share':
      return first.kind === 'folder' ? (
        <ShareDialog folder={first.folder} onClose={onClose} />
      ) : null;
    case 'origin':
      return first.kind === 'folder' ? (
        <OriginDialog folder={first.folder} onClose={onClose} />
      ) : null;
    case 'purge':
      return (
        <ConfirmDialog
          opened
          danger
          title={
            entries.length === 1
              ? t('purge.title', { name: first.name })
              : t('purge.many', { count: entries.length })
          }
          confirm={t('do.purge')}
          onClose={onClose}
          onConfirm={() => {
            actions.purge(entries);
            onClose();
          }}
        >
          <Text>{t('purge.text')}</Text>
        </ConfirmDialog>
      );
    default:
      return what satisfies never;
  }
}
