import type { ResourceEntry } from './entry.rule';
import type { ResourceView } from '../use-place';

export const entryActions = [
  'open',
  'download',
  'rename',
  'move',
  'copy',
  'share',
  'origin',
  'remove',
  'restore',
  'purge',
] as const;
export type EntryAction = (typeof entryActions)[number];

/**
 * Lists the actions that the person can run on these entries together, in the order of the menu.
 */
export function offeredActions(
  entries: readonly ResourceEntry[],
  view: ResourceView,
): EntryAction[] {
  const [first] = entries;
  if (!first) return [];
  if (view === 'bin') return ['restore', 'purge'];
  const one = entries.length === 1;
  const files = entries.every(({ kind }) => kind === 'file');
  const mayChange = entries.every(({ may }) => may === 'change');
  const can: Record<EntryAction, boolean> = {
    open: one,
    download: files && entries.some((entry) => entry.kind === 'file' && entry.file.url !== null),
    rename: one && mayChange,
    move: mayChange,
    copy: files && entries.every(({ may }) => may !== 'read'),
    share: one && first.kind === 'folder' && mayChange,
    origin: one && first.kind === 'folder' && mayChange,
    remove: mayChange,
    restore: false,
    purge: false,
  };
  return entryActions.filter((offer) => can[offer]);
}
