import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';

/** The mobile limit (docs/specification.md, 9), as in stacking-table.module.css. */
const narrow = '(max-width: 52.125em)';

export interface Fold {
  /** Whether something is folded. */
  isFolded: boolean;
  unfold: () => void;
}

/**
 * The first items of a list until the person asks for more, so that the content below the list can be reached on a phone, too.
 * @param most how many on a narrow screen
 * @param mostWide how many on a wide one; all of them by default
 */
export function useFold<Item>(
  items: readonly Item[],
  most: number,
  mostWide = Infinity,
): Fold & { shown: readonly Item[] } {
  const [isOpen, setOpen] = useState(false);
  const isNarrow = useMediaQuery(narrow, false, { getInitialValueInEffect: false });
  const limit = isNarrow ? most : mostWide;
  // A single further item is shown, since it is not worth a button.
  const isFolded = !isOpen && items.length > limit + 1;
  return {
    shown: isFolded ? items.slice(0, limit) : items,
    isFolded,
    unfold: () => setOpen(true),
  };
}
