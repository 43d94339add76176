import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';
import type { Endpoint } from '../../../../contracts/base/endpoint';
import { call } from './api';

export interface ListPage<T> {
  items: T[];
  next_cursor: string | null;
  /** True if no item contains the searched text, and the list shows similar items instead. */
  alike?: true;
}
interface Parts {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
}

/**
 * Returns the query of a paginated list (docs/api-conventions.md, conventions):
 * `useInfiniteQuery(pagedQuery<Item>(endpoint, { query }))`. Its key begins with the endpoint's
 * path.
 */
export const pagedQuery = <T>(e: Endpoint, send: Parts = {}) =>
  infiniteQueryOptions({
    queryKey: [e.path, send, 'pages'] as const,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) =>
      (await call(e as never, { ...send, query: { ...send.query, cursor: pageParam } } as never, {
        signal,
      })) as ListPage<T>,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  });

export const hasOnlySimilarItems = (
  data: InfiniteData<ListPage<unknown>, unknown> | undefined,
): boolean => data?.pages[0]?.alike === true;
export const itemsOfPages = <T>(data: InfiniteData<ListPage<T>, unknown> | undefined): T[] =>
  data?.pages.flatMap((page) => page.items) ?? [];
