import type { KeyboardEvent, ReactNode } from 'react';
import classes from './stacking-table.module.css';

export interface Column<Item> {
  name: string;
  /** Of the column; on a narrow screen it stands before each value. */
  label: string;
  cell: (item: Item) => ReactNode;
  /**
   * What the row is about: the head of its card. `actions`: what can be done with it, at its end.
   */
  kind?: 'heading' | 'actions' | 'numbers';
  /** Left out where the table is just wide enough to be one. */
  extra?: boolean;
}

interface Props<Item> {
  label: string;
  columns: readonly Column<Item>[];
  items: readonly Item[];
  /** What is shown belongs to the question before. */ busy?: boolean;
}

const reachable = (row: Element | null | undefined) => [
  ...(row?.querySelectorAll<HTMLElement>('a[href], button:not([disabled])') ?? []),
];

/**
 * Arrows go from row to row, staying in the column of the button or link they left (DESIGN,
 * behave).
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
 * A table on a desk, a list of cards on a phone. The roles are said aloud because a browser forgets
 * them with `display: block`.
 */
export function StackingTable<Item extends { _id: string }>({
  label,
  columns,
  items,
  busy = false,
}: Props<Item>) {
  return (
    <table
      className={`${classes.table} ${busy ? classes.busy : ''}`}
      role="table"
      aria-label={label}
      aria-busy={busy}
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
