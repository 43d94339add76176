import {
  type FocusEvent,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';

const columnsOf = (list: HTMLElement) =>
  Math.max(1, getComputedStyle(list).gridTemplateColumns.split(' ').length);
const tilesOf = (list: HTMLElement | null) => [
  ...(list?.querySelectorAll<HTMLElement>('[data-tile]') ?? []),
];

/**
 * Handles the keys of a list of tiles or rows: arrow keys, Home and End move the focus, Enter opens
 * the focused session. The Tab key reaches only one tile or row, and the controls in it (roving
 * tabindex, ARIA practices).
 * @param shown the ids of the sessions, in their order
 * @param first handles a key before it moves the focus; if it returns true, the focus does not move
 */
export function useTileKeys(
  shown: readonly string[],
  first: (event: KeyboardEvent, id: string, moved: string | undefined) => boolean,
) {
  const list = useRef<HTMLElement>(null);
  const [current, setCurrent] = useState<string | null>(null);
  const place = useRef({ index: 0, holdsFocus: false });
  const onFocus = useCallback((id: string) => setCurrent(id), []);

  /** Focuses the session that had the focus last, or the one that is in its place now. */
  const focusPlace = useCallback(() => {
    const tiles = tilesOf(list.current);
    const same = tiles.find((tile) => tile.dataset.tile === current);
    (same ?? tiles[Math.min(place.current.index, tiles.length - 1)])?.focus({
      preventScroll: true,
    });
  }, [current]);
  const index = current === null ? -1 : shown.indexOf(current);
  useEffect(() => {
    if (index >= 0) place.current.index = index;
    // The focused session was filtered out, so its neighbour gets the focus.
    else if (place.current.holdsFocus && document.activeElement === document.body) focusPlace();
  }, [index, focusPlace]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = event.target as HTMLElement;
    const tile = at.closest<HTMLElement>('[data-tile]');
    if (!list.current || !tile || (at !== tile && event.key !== 'Escape')) return;
    if (at !== tile) {
      tile.focus();
      return;
    }
    const tiles = tilesOf(list.current);
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
    if (first(event, tile.dataset.tile ?? '', target?.dataset.tile)) return;
    if (event.key === 'Enter') tile.querySelector<HTMLElement>('a[href]')?.click();
    if (to === undefined) return;
    event.preventDefault();
    target?.focus();
  };
  const listProps = {
    onKeyDown,
    onFocus: () => {
      place.current.holdsFocus = true;
    },
    onBlur: ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) => {
      place.current.holdsFocus = currentTarget.contains(relatedTarget);
    },
  };
  return { list, listProps, current, onFocus, focusPlace };
}
