import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import classes from './stacking-table.module.css';

export interface StackingTableColumn<Item> {
  name: string;
  /** The column's heading; on a narrow screen it precedes each value. */
  label: string;
  cell: (item: Item) => ReactNode;
  /**
   * `heading`: says what the row is about; on a narrow screen, it is the heading of the row's card.
   * `actions`: the row's buttons and links, at its end.
   */
  kind?: 'heading' | 'actions' | 'numbers';
  /** Whether the column is hidden on screens that are only just wide enough for the table. */
  extra?: boolean;
}

interface Props<Item> {
  label: string;
  columns: readonly StackingTableColumn<Item>[];
  items: readonly Item[];
  /** Whether the data that is shown still belongs to the previous request. */ busy?: boolean;
  /**
   * Whether the Tab key stops only once in each row. The left and right keys then move to the other
   * controls of the row.
   */
  oneStop?: boolean;
  /**
   * Handles a key that the person pressed in a row. It returns false if the key does nothing there.
   */
  onRowKey?: (key: string, item: Item) => boolean;
  /** Whether a narrow screen shows rows of one or two lines, without the columns' names, instead of cards. */
  compact?: boolean;
}

const reachable = (row: Element | null | undefined) => [
  ...(row?.querySelectorAll<HTMLElement>(
    'a[href], button:not([disabled]), input:not([disabled])',
  ) ?? []),
];

/**
 * Arrow keys move between rows, staying in the column of the button or link that had the focus
 * (DESIGN, behave).
 */
function onKeyDown(event: KeyboardEvent<HTMLElement>) {
  const row = (event.target as HTMLElement).closest('tr');
  const to =
    event.key === 'ArrowDown'
      ? row?.nextElementSibling
      : event.key === 'ArrowUp'
        ? row?.previousElementSibling
        : undefined;
  if (!row || to === undefined) return;
  event.preventDefault();
  const targets = reachable(to);
  targets[
    Math.min(reachable(row).indexOf(event.target as HTMLElement), targets.length - 1)
  ]?.focus();
}

/**
 * A table on wide screens; on a phone, a list of cards or of compact rows. The ARIA roles are
 * explicit because browsers drop them with `display: block`.
 */
export function StackingTable<Item extends { _id: string }>({
  label,
  columns,
  items,
  busy = false,
  compact = false,
  oneStop = false,
  onRowKey,
}: Props<Item>) {
  const body = useRef<HTMLTableSectionElement>(null);
  // The Tab stops are set after each rendering, since rows and their controls appear and disappear.
  useLayoutEffect(() => {
    if (!oneStop) return;
    for (const row of body.current?.rows ?? []) {
      const stops = reachable(row);
      const stop = stops.find((one) => one === document.activeElement) ?? stops[0];
      for (const one of stops) one.tabIndex = one === stop ? 0 : -1;
    }
  });
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = (event.target as HTMLElement).closest('tr');
    const item = items.find(({ _id }) => _id === row?.dataset.id);
    if (item && onRowKey?.(event.key, item)) event.preventDefault();
    else if (oneStop && row && (event.key === 'ArrowRight' || event.key === 'ArrowLeft')) {
      const stops = reachable(row);
      const to =
        stops[stops.indexOf(event.target as HTMLElement) + (event.key === 'ArrowRight' ? 1 : -1)];
      if (!to) return;
      event.preventDefault();
      for (const one of stops) one.tabIndex = one === to ? 0 : -1;
      to.focus();
    } else onKeyDown(event);
  };
  return (
    <table
      className={`${classes.table} ${busy ? classes.busy : ''}`}
      role="table"
      aria-label={label}
      aria-busy={busy}
      data-compact={compact || undefined}
      onKeyDown={onKey}
    >
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ name, label: text, kind, extra }) => (
            <th
              key={name}
              role="columnheader"
              scope="col"
              data-extra={extra || undefined}
              data-actions={kind === 'actions' || undefined}
            >
              {text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" ref={body}>
        {items.map((item) => (
          <tr key={item._id} role="row" data-id={item._id}>
            {columns.map(({ name, label: text, cell, kind, extra }) => (
              <td
                key={name}
                role="cell"
                data-label={text}
                className={kind === 'numbers' ? 'numbers' : undefined}
                data-extra={extra || undefined}
                data-numbers={kind === 'numbers' || undefined}
                data-heading={kind === 'heading' || undefined}
                data-actions={kind === 'actions' || undefined}
              >
                {cell(item)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
