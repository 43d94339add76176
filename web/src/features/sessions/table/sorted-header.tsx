import { UnstyledButton } from '@mantine/core';
import { IconArrowDown } from '../../../ui/icons/arrow-down';
import { IconArrowUp } from '../../../ui/icons/arrow-up';
import classes from './sessions-table.module.css';
import type { Order, Sort } from './sort-and-filter';

/** A column's heading: one click sorts by it, a second one backwards. */
export function SortedHeader({
  by,
  name,
  className = '',
  isExtra = false,
  isMostFirst = false,
  order,
  onSort,
}: {
  by: Sort;
  name: string;
  className?: string;
  /** Left out where the table is narrow. */
  isExtra?: boolean;
  /** Whether the order begins with the greatest number, and not with the smallest or with A. */
  isMostFirst?: boolean;
  order: Order;
  onSort: (order: Order) => void;
}) {
  const isSorted = order.by === by;
  const isDown = isMostFirst !== order.backwards;
  const Arrow = isDown ? IconArrowDown : IconArrowUp;
  return (
    <th
      role="columnheader"
      scope="col"
      className={className}
      data-extra={isExtra || undefined}
      aria-sort={isSorted ? (isDown ? 'descending' : 'ascending') : undefined}
    >
      <UnstyledButton
        className={classes.sort}
        onClick={() => onSort({ by, backwards: isSorted && !order.backwards })}
      >
        <span>{name}</span>
        <Arrow size={14} aria-hidden data-shown={isSorted || undefined} />
      </UnstyledButton>
    </th>
  );
}
