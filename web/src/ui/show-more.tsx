import { Button, Group } from '@mantine/core';
import type { FoldState } from './use-fold';

interface Props {
  /** A list that is fetched page by page (lib/http/pages.ts). */
  list?: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  label: string;
  /**
   * Set if the list first shows only some of the items that were fetched. The button then shows the
   * others before it requests the next page.
   */
  fold?: FoldState;
}

/**
 * A button that shows the folded items of a list or, if no item is folded, requests the next page.
 * It renders nothing if there is no more to show.
 */
export function ShowMore({ list, label, fold }: Props) {
  if (!fold?.isFolded && !list?.hasNextPage) return null;
  return (
    <Group justify="center">
      <Button
        variant="default"
        loading={list?.isFetchingNextPage ?? false}
        onClick={() => (fold?.isFolded ? fold.unfold() : void list?.fetchNextPage())}
      >
        {label}
      </Button>
    </Group>
  );
}
