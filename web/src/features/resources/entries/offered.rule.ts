import type { Entry } from './entry.rule';
import type { View } from '../use-place';

export const offers = [
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
export type Offer = (typeof offers)[number];

/** The actions that the person can run on these entries together, in the order of the menu. */
export function offeredActions(entries: readonly Entry[], view: View): Offer[] {
  const [first] = entries;
  if (!first) return [];
  if (view === 'bin') return ['restore', 'purge'];
  const one = entries.length === 1;
  const files = entries.every(({ kind }) => kind === 'file');
  const mayChange = entries.every(({ may }) => may === 'change');
  const can: Record<Offer, boolean> = {
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
  return offers.filter((offer) => can[offer]);
}
