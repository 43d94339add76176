import { useSearchParams } from 'react-router';
import { Id } from '../../../../contracts/base/fields';
import { fileSortOrders } from '../../../../contracts/resources/files';

export const resourceViews = ['own', 'shared', 'bin'] as const;
export type ResourceView = (typeof resourceViews)[number];
export type EntrySorting = (typeof fileSortOrders)[number];

export interface ResourceListState {
  readonly view: ResourceView;
  /** The id of the open folder; undefined at the top level, among shared folders and in the bin. */
  readonly folder: string | undefined;
  readonly text: string;
  readonly sort: EntrySorting;
  /** The id of the file whose details are open. */
  readonly file: string | undefined;
}

const oneOf = <T extends string>(all: readonly T[], given: string | null, otherwise: T): T =>
  all.find((one) => one === given) ?? otherwise;

const placeIn = (params: URLSearchParams): ResourceListState => ({
  view: oneOf(resourceViews, params.get('view'), 'own'),
  folder: Id.safeParse(params.get('folder')).data,
  text: params.get('text') ?? '',
  sort: oneOf(fileSortOrders, params.get('sort'), 'name'),
  file: Id.safeParse(params.get('file')).data,
});

/**
 * Reads and changes what the page shows: the view, the folder, the search and the order. The
 * address of the page contains all of this, so that a reload or another person sees the same list.
 */
export function useResourceListState() {
  const [params, setParams] = useSearchParams();
  /**
   * Changes the address. The back button undoes each change except the letters of a search and the
   * order.
   */
  const go = (next: Partial<ResourceListState>) =>
    setParams(
      (now) => {
        const { view, sort, ...rest } = { ...placeIn(now), ...next };
        const values = {
          ...rest,
          view: view === 'own' ? '' : view,
          sort: sort === 'name' ? '' : sort,
        };
        for (const [name, value] of Object.entries(values))
          if (value) now.set(name, value);
          else now.delete(name);
        return now;
      },
      { replace: !('file' in next) },
    );
  return { place: placeIn(params), go };
}
