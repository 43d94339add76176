import { UnstyledButton } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ResourceFolder } from '../../../../../contracts/resources/files';
import { IconChevronDown } from '../../../ui/icons/chevron-down';
import { IconChevronRight } from '../../../ui/icons/chevron-right';
import { IconFolder } from '../../../ui/icons/folder';
import { type FolderTree, folderPathTo } from '../folders/folder-tree.rule';
import classes from './dialogs.module.css';

interface Props {
  tree: FolderTree;
  chosen: string;
  onChoose: (id: string) => void;
  /** Whether a folder cannot be chosen, for example the folder that the person wants to move. */
  isBarred: (id: string) => boolean;
}
interface Line {
  folder: ResourceFolder;
  level: number;
}

/**
 * The person's own folders as a tree: the arrow keys up and down move, left and right close and
 * open, Enter chooses.
 */
export function FolderChoice({ tree, chosen, onChoose, isBarred }: Props) {
  const { t } = useTranslation('resources');
  const list = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(() => new Set(folderPathTo(tree, chosen).map(({ _id }) => _id)));
  const lines: Line[] = [];
  const collect = (folder: ResourceFolder, level: number) => {
    lines.push({ folder, level });
    if (open.has(folder._id)) for (const one of tree.within(folder._id)) collect(one, level + 1);
  };
  if (tree.root) collect(tree.root, 0);
  const toggle = (id: string, opens: boolean) =>
    setOpen((now) => {
      const next = new Set(now);
      if (opens) next.add(id);
      else next.delete(id);
      return next;
    });
  const focus = (index: number) =>
    list.current?.querySelectorAll<HTMLElement>('[role=treeitem]')[index]?.focus();
  const onKey = (event: KeyboardEvent, index: number) => {
    const { folder } = lines[index] ?? {};
    if (!folder) return;
    const steps: Partial<Record<string, () => void>> = {
      ArrowDown: () => focus(Math.min(lines.length - 1, index + 1)),
      ArrowUp: () => focus(Math.max(0, index - 1)),
      Home: () => focus(0),
      End: () => focus(lines.length - 1),
      ArrowRight: () => toggle(folder._id, true),
      ArrowLeft: () => toggle(folder._id, false),
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    step();
  };
  return (
    <div ref={list} role="tree" aria-label={t('folders.label')} className={classes.tree}>
      {lines.map(({ folder, level }, i) => {
        const has = tree.within(folder._id).length > 0;
        const isOpen = open.has(folder._id);
        const Arrow = isOpen ? IconChevronDown : IconChevronRight;
        return (
          <UnstyledButton
            key={folder._id}
            role="treeitem"
            aria-level={level + 1}
            aria-expanded={has ? isOpen : undefined}
            aria-selected={folder._id === chosen}
            aria-disabled={isBarred(folder._id) || undefined}
            tabIndex={folder._id === chosen ? 0 : -1}
            className={classes.folder}
            style={{ paddingInlineStart: 8 + level * 20 }}
            onClick={() => {
              if (has) toggle(folder._id, true);
              if (!isBarred(folder._id)) onChoose(folder._id);
            }}
            onKeyDown={(event) => onKey(event, i)}
          >
            <span className={classes.arrow} aria-hidden>
              {has && <Arrow size={16} />}
            </span>
            <IconFolder size={18} aria-hidden />
            <span className={classes.words}>{folder.name || t('view.own')}</span>
          </UnstyledButton>
        );
      })}
    </div>
  );
}
