import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';

/**
 * The limit between narrow and wide screens (docs/specification.md, 9), as in
 * stacking-table.module.css.
 */
const narrow = '(max-width: 52.125em)';

export interface FoldState {
  /** Whether something is folded. */
  isFolded: boolean;
  unfold: () => void;
}

/**
 * Shows only the first items of a list until the person asks for more, so that a person with a
 * phone can reach the content below the list.
 * @param most the number of items on a narrow screen
 * @param mostWide the number on a wide screen; all items by default
 */
export function useFoldedList<Item>(
  items: readonly Item[],
  most: number,
  mostWide = Infinity,
): FoldState & { shown: readonly Item[] } {
  const [isOpen, setOpen] = useState(false);
  const isNarrow = useMediaQuery(narrow, false, { getInitialValueInEffect: false });
  const limit = isNarrow ? most : mostWide;
  // If only one item would be folded, it is shown, since it needs no more space than the button.
  const isFolded = !isOpen && items.length > limit + 1;
  return {
    shown: isFolded ? items.slice(0, limit) : items,
    isFolded,
    unfold: () => setOpen(true),
  };
}
