import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';

/** The mobile limit (docs/specification.md, 9), as in stacking-table.module.css. */
const narrow = '(max-width: 52.125em)';

export interface Fold {
  /** Something is not shown yet. */
  isFolded: boolean;
  unfold: () => void;
}

/**
 * The first of many items until more are asked for, so that what stands below a list is reached on a
 * phone, too.
 * @param most so many on a narrow screen
 * @param mostWide so many on a wide one; all of them where it is left out
 */
export function useFold<Item>(
  items: readonly Item[],
  most: number,
  mostWide = Infinity,
): Fold & { shown: readonly Item[] } {
  const [isOpen, setOpen] = useState(false);
  const isNarrow = useMediaQuery(narrow, false, { getInitialValueInEffect: false });
  const limit = isNarrow ? most : mostWide;
  // One more is not worth a button.
  const isFolded = !isOpen && items.length > limit + 1;
  return {
    shown: isFolded ? items.slice(0, limit) : items,
    isFolded,
    unfold: () => setOpen(true),
  };
}
