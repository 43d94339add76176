import type { KeyboardEvent, ReactNode } from 'react';
import classes from './stacking-table.module.css';

export interface Column<Item> {
  name: string;
  /** The column's heading; on a narrow screen it precedes each value. */
  label: string;
  cell: (item: Item) => ReactNode;
  /**
   * What the row is about: the heading of its card. `actions`: its buttons and links, at the end.
   */
  kind?: 'heading' | 'actions' | 'numbers';
  /** Hides the column at widths where the table barely fits. */
  extra?: boolean;
}

interface Props<Item> {
  label: string;
  columns: readonly Column<Item>[];
  items: readonly Item[];
  /** The data shown belong to the previous request. */ busy?: boolean;
  /** On a narrow screen rows of a line or two, without the columns' names, instead of cards. */
  compact?: boolean;
}

const reachable = (row: Element | null | undefined) => [
  ...(row?.querySelectorAll<HTMLElement>('a[href], button:not([disabled])') ?? []),
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
 * A table on wide screens; on a phone a list of cards, or of compact rows. The roles are explicit because browsers drop
 * them with `display: block`.
 */
export function StackingTable<Item extends { _id: string }>({
  label,
  columns,
  items,
  busy = false,
  compact = false,
}: Props<Item>) {
  return (
    <table
      className={`${classes.table} ${busy ? classes.busy : ''}`}
      role="table"
      aria-label={label}
      aria-busy={busy}
      data-compact={compact || undefined}
      onKeyDown={onKeyDown}
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
      <tbody role="rowgroup">
        {items.map((item) => (
          <tr key={item._id} role="row">
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
