import type { EntryAction } from '../entries/offered.rule';

interface Key {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/**
 * Returns what a key does with the focused file or folder. `lineToFocusAfterKey` handles the keys
 * that only move the focus.
 */
export function actionOfKey({
  key,
  ctrlKey,
  metaKey,
}: Key): EntryAction | 'toggle' | 'all' | 'none' | undefined {
  if (ctrlKey || metaKey) return key.toLowerCase() === 'a' ? 'all' : undefined;
  const keys: Partial<Record<string, EntryAction | 'toggle' | 'none'>> = {
    Enter: 'open',
    ' ': 'toggle',
    Escape: 'none',
    F2: 'rename',
    Delete: 'remove',
    Backspace: 'remove',
  };
  return keys[key];
}
