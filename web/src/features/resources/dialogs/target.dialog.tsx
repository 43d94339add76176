import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ResourceEntry } from '../entries/entry.rule';
import { type FolderTree, isFolderWithin } from '../folders/folder-tree.rule';
import { FolderChoice } from './folder-choice';

interface Props {
  /** Whether the files and folders are moved or copied to the chosen folder. */
  what: 'move' | 'copy';
  entries: readonly ResourceEntry[];
  tree: FolderTree;
  /** The folder that is chosen at first. */
  from: string | undefined;
  onChoose: (folder: string) => void;
  onClose: () => void;
}

/** Asks for the folder to which files and folders are moved or copied. */
export function TargetFolderDialog({ what, entries, tree, from, onChoose, onClose }: Props) {
  const { t } = useTranslation(['resources', 'common']);
  const own = from !== undefined && tree.byId.get(from)?.owner === null ? from : undefined;
  const [chosen, setChosen] = useState(own ?? tree.root?._id ?? '');
  // A folder cannot be moved into itself, nor below itself.
  const isBarred = (id: string) =>
    what === 'move' &&
    entries.some((entry) => entry.kind === 'folder' && isFolderWithin(tree, id, entry.id));
  const isSame = what === 'move' && chosen === from;
  return (
    <Modal
      opened
      onClose={onClose}
      title={
        entries.length === 1
          ? t(`${what}.title`, { name: entries[0]?.name })
          : t(`${what}.many`, { count: entries.length })
      }
      closeButtonProps={{ 'aria-label': t('common:action.close'), size: 44 }}
    >
      <Stack gap="md">
        <FolderChoice tree={tree} chosen={chosen} onChoose={setChosen} isBarred={isBarred} />
        <Text size="sm" c="dimmed">
          {t('taken_names')}
        </Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('common:action.cancel')}
          </Button>
          <Button
            disabled={isSame || isBarred(chosen)}
            onClick={() => {
              onChoose(chosen);
              onClose();
            }}
          >
            {t(`${what}.confirm`)}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
