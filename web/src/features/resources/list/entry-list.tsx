import { Menu } from '@mantine/core';
import { useElementSize, useMediaQuery } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { TextPlaceholder } from '../../../ui/loading/shapes';
import { offeredActions, type EntryAction } from '../entries/offered.rule';
import type { EntrySorting, ResourceView } from '../use-place';
import { EntryCard, EntryLine } from './entry-line';
import type { ResourceEntry } from '../entries/entry.rule';
import { EntryMenu } from './entry-menu';
import { useTabStop } from './use-stop';
import { ListHeads } from './list-heads';
import classes from './list.module.css';
import { actionOfKey } from './list-keys.rule';
import {
  lineToFocusAfterKey,
  nothingSelected,
  selectOnly,
  type EntrySelection,
  selectUpTo,
  toggleSelected,
} from './selection.rule';

interface Props {
  label: string;
  look: 'list' | 'grid';
  view: ResourceView;
  count: number;
  at: (index: number) => ResourceEntry | undefined;
  /** Called when the line with this index comes into view, so that its entry is loaded. */
  need: (index: number) => void;
  isOld: boolean;
  sort: EntrySorting;
  onSort: (sort: EntrySorting) => void;
  selection: EntrySelection;
  onSelect: (selection: EntrySelection) => void;
  onSelectAll: () => void;
  onOpen: (entry: ResourceEntry) => void;
  onAct: (offer: EntryAction, entries: readonly ResourceEntry[]) => void;
  /** The path of the folder that contains an entry; undefined if all entries are in one folder. */
  placeOf: (entry: ResourceEntry) => string | undefined;
}

const cardWidth = 168;
const gap = 12;

/**
 * Files and folders as a table or as cards. Only the entries in view are rendered, so that a list
 * of ten thousand entries scrolls smoothly.
 */
export function EntryList(props: Props) {
  const { label, look, view, count, at, need, isOld, sort, onSort, placeOf } = props;
  const { selection, onSelect, onSelectAll, onOpen, onAct } = props;
  const { t } = useTranslation('resources');
  const box = useRef<HTMLDivElement>(null);
  const { ref: measured, width } = useElementSize();
  const isNarrow = useMediaQuery('(max-width: 52.125em)', false, {
    getInitialValueInEffect: false,
  });
  const columns =
    look === 'grid' ? Math.max(1, Math.floor((width - 2 * gap + gap) / (cardWidth + gap))) : 1;
  const size = look === 'grid' ? 208 : isNarrow ? 64 : 52;
  const rows = Math.ceil(count / columns);
  const virtual = useVirtualizer({
    count: rows,
    getScrollElement: () => box.current,
    estimateSize: () => size,
    overscan: 6,
  });
  useLayoutEffect(() => virtual.measure(), [virtual, size, columns]);

  const shown = virtual.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => need(Math.min(count - 1, (last + 1) * columns)), [need, last, columns, count]);

  const { current, setStop, moveTo, noteFocus, wantFocus } = useTabStop(box, count, (index) =>
    virtual.scrollToIndex(Math.floor(index / columns)),
  );

  const chosen = (index: number): ResourceEntry[] => {
    const entry = at(index);
    if (!entry) return [];
    return selection.chosen.has(entry.key) ? [...selection.chosen.values()] : [entry];
  };
  const onKey = (event: KeyboardEvent) => {
    // Buttons and checkboxes inside a line handle keys themselves, so the list ignores those keys.
    const line = event.target as HTMLElement;
    if (!line.matches('[data-line]')) return;
    const from = Number(line.dataset.line);
    const offer = actionOfKey(event);
    const to = lineToFocusAfterKey(event.key, from, count, columns);
    if (offer === undefined && to === undefined) return;
    event.preventDefault();
    if (to !== undefined) {
      if (event.shiftKey)
        onSelect(
          selectUpTo(
            { ...selection, ...(selection.chosen.size === 0 && { anchor: from }) },
            at,
            to,
          ),
        );
      moveTo(to);
    } else if (offer === 'toggle') onSelect(toggleSelected(selection, at, from));
    else if (offer === 'all') onSelectAll();
    else if (offer === 'none') onSelect(nothingSelected);
    else if (offer !== undefined) {
      const entries = chosen(from);
      if (offeredActions(entries, view).includes(offer)) onAct(offer, entries);
    }
  };

  const latest = useRef({ selection, at, onSelect });
  latest.current = { selection, at, onSelect };
  const onPick = useCallback(
    (index: number, event: MouseEvent) => {
      const now = latest.current;
      setStop(index);
      if (event.shiftKey) now.onSelect(selectUpTo(now.selection, now.at, index));
      else if (event.ctrlKey || event.metaKey)
        now.onSelect(toggleSelected(now.selection, now.at, index));
      else now.onSelect(selectOnly(now.at, index));
    },
    [setStop],
  );
  const onToggle = useCallback(
    (index: number) => {
      const now = latest.current;
      setStop(index);
      now.onSelect(toggleSelected(now.selection, now.at, index));
    },
    [setStop],
  );

  const [menuOf, setMenuOf] = useState<readonly ResourceEntry[]>([]);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const setMenu = (event: MouseEvent) => {
    const line = (event.target as HTMLElement).closest<HTMLElement>('[data-line]');
    // A right click between the lines opens the browser's own menu instead of the list's menu.
    if (!line) return event.stopPropagation();
    const index = Number(line.dataset.line);
    setMenuOf(chosen(index));
  };
  const closeMenu = (open: boolean) => {
    setMenuOpen(open);
    if (!open) wantFocus();
  };

  const Part = look === 'grid' ? EntryCard : EntryLine;
  const part = (index: number) => {
    const entry = at(index);
    if (!entry)
      return (
        <div key={index} className={look === 'grid' ? classes.card : classes.ghost} aria-hidden>
          <span />
          <TextPlaceholder w="40%" />
        </div>
      );
    return (
      <Part
        key={entry.key}
        entry={entry}
        index={index}
        isSelected={selection.chosen.has(entry.key)}
        isStop={index === current}
        place={placeOf(entry)}
        onPick={onPick}
        onToggle={onToggle}
        onOpen={onOpen}
      />
    );
  };
  return (
    <div
      role="grid"
      aria-label={label}
      aria-rowcount={look === 'grid' ? rows : count + 1}
      aria-multiselectable
      aria-busy={isOld}
      data-old={isOld || undefined}
      className={classes.frame}
      ref={measured}
      onKeyDown={onKey}
    >
      {look === 'list' && <ListHeads sort={sort} onSort={onSort} canSort={view !== 'bin'} />}
      <Menu opened={isMenuOpen} onChange={closeMenu} width={240} returnFocus={false}>
        <Menu.ContextMenu disabled={count === 0}>
          <div
            ref={box}
            role="rowgroup"
            className={classes.box}
            onFocus={noteFocus}
            onContextMenuCapture={setMenu}
          >
            <div
              role="presentation"
              className={classes.whole}
              style={{ height: virtual.getTotalSize() }}
            >
              {shown.map(({ index: row, start, size: height }) => {
                const indexes = Array.from(
                  { length: Math.min(columns, count - row * columns) },
                  (_, i) => row * columns + i,
                );
                return (
                  <div
                    key={row}
                    role={look === 'grid' ? 'row' : 'presentation'}
                    className={`${classes.slot} ${look === 'grid' ? classes.cards : ''}`}
                    style={{
                      height,
                      transform: `translateY(${start}px)`,
                      gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
                    }}
                  >
                    {indexes.map(part)}
                  </div>
                );
              })}
            </div>
          </div>
        </Menu.ContextMenu>
        <Menu.Dropdown aria-label={t('menu')}>
          <EntryMenu
            offers={offeredActions(menuOf, view)}
            onAct={(offer) => onAct(offer, menuOf)}
          />
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
