import { Button, Group } from '@mantine/core';

interface Props {
  /** A list in pages (lib/http/pages.ts). */
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  label: string;
}

/** Asks for the next page of a list; nothing where it has no more. */
export function ShowMore({ list, label }: Props) {
  if (!list.hasNextPage) return null;
  return (
    <Group justify="center">
      <Button
        variant="default"
        loading={list.isFetchingNextPage}
        onClick={() => void list.fetchNextPage()}
      >
        {label}
      </Button>
    </Group>
  );
}
