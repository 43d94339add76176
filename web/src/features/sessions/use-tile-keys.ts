import { type KeyboardEvent, useCallback, useRef, useState } from 'react';

const columnsOf = (list: HTMLElement) =>
  Math.max(1, getComputedStyle(list).gridTemplateColumns.split(' ').length);

/**
 * Arrows, Home and End move between the tiles; the tab key stops at one tile and its contents
 * (roving tabindex, ARIA practices).
 */
export function useTileKeys() {
  const list = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState<string | null>(null);
  const onFocus = useCallback((id: string) => setCurrent(id), []);
  const onKeyDown = useCallback((event: KeyboardEvent<HTMLElement>) => {
    const at = event.target as HTMLElement;
    const tile = at.closest<HTMLElement>('[data-tile]');
    if (!list.current || !tile || (at !== tile && event.key !== 'Escape')) return;
    if (event.key === 'Escape') {
      tile.focus();
      return;
    }
    const tiles = [...list.current.querySelectorAll<HTMLElement>('[data-tile]')];
    const i = tiles.indexOf(tile);
    const columns = columnsOf(list.current);
    const to = {
      ArrowRight: i + 1,
      ArrowLeft: i - 1,
      ArrowDown: i + columns,
      ArrowUp: i - columns,
      Home: 0,
      End: tiles.length - 1,
    }[event.key];
    const target = to === undefined ? undefined : tiles[to];
    if (to === undefined) return;
    event.preventDefault();
    target?.focus();
  }, []);
  return { list, current, onFocus, onKeyDown };
}
