import type { Json } from '../../../../../../contracts/timeline/timeline-values';

/** Lists the names of the keys in a value; an empty list for ALL_KEYS and NO_KEYS. */
export const keyboardKeysOf = (value: Json | undefined): string[] => {
  if (typeof value === 'string') return ['', 'ALL_KEYS', 'NO_KEYS'].includes(value) ? [] : [value];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
};

/** Adds a key to a list of keys; letters are stored in lower case. */
export function addKeyboardKey(keys: readonly string[], key: string): string[] {
  const one = key.length === 1 ? key.toLowerCase() : key;
  return keys.includes(one) ? [...keys] : [...keys, one];
}

const words: Record<string, KeyboardKeyName> = {
  ' ': 'space',
  Enter: 'enter',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Backspace: 'backspace',
  Escape: 'escape',
};
export type KeyboardKeyName =
  | 'space'
  | 'enter'
  | 'left'
  | 'right'
  | 'up'
  | 'down'
  | 'backspace'
  | 'escape';
/**
 * Returns the word for a special key such as the space bar; null for letters and symbols, which the
 * page shows unchanged.
 */
export const keyboardKeyNameOf = (key: string): KeyboardKeyName | null => words[key] ?? null;
