import { Button, Group } from '@mantine/core';
import type { FoldState } from './use-fold';

interface Props {
  /** A list with pages (lib/http/pages.ts). */
  list?: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  label: string;
  /**
   * Set if the list first shows only some of its items: the others are shown before the next page
   * is requested.
   */
  fold?: FoldState;
}

/**
 * A button that shows folded items or, if there are none, requests the next page of a list. Renders
 * nothing if there is no more to show.
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
