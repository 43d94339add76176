import { Button, Group } from '@mantine/core';
import type { Fold } from './use-fold';

interface Props {
  /** A list in pages (lib/http/pages.ts). */
  list?: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  label: string;
  /** Where the list shows the first of its items only: they come before the next page. */
  fold?: Fold;
}

/** Shows what is folded, else asks for the next page of a list; nothing where it has no more. */
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
