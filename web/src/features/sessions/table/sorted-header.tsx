import { UnstyledButton } from '@mantine/core';
import { IconArrowDown } from '../../../ui/icons/arrow-down';
import { IconArrowUp } from '../../../ui/icons/arrow-up';
import classes from './sessions-table.module.css';
import type { SessionOrder, SessionSort } from './sort-and-filter';

/** The heading of a column: the first click sorts by it, the second reverses the order. */
export function SortedHeader({
  by,
  name,
  className = '',
  isExtra = false,
  isMostFirst = false,
  order,
  onSort,
}: {
  by: SessionSort;
  name: string;
  className?: string;
  /** Whether the column is left out in a narrow table. */
  isExtra?: boolean;
  /**
   * Whether the first click sorts the largest numbers to the top. If not, it sorts the smallest
   * numbers, or the letter A, to the top.
   */
  isMostFirst?: boolean;
  order: SessionOrder;
  onSort: (order: SessionOrder) => void;
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
