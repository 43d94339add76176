import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { listStudies, type OwnStudy } from '../../../../contracts/studies/studies';
import { studyListFilters, type studyOrders } from '../../../../contracts/studies/study-list';
import { hasOnlySimilarItems, itemsOfPages, pagedQuery } from '../../lib/http/pages';

export type StudyStateFilter = (typeof studyListFilters)[number];
export type StudyOrder = Exclude<(typeof studyOrders)[number], 'newest'>;
export interface OwnStudiesFilters {
  text: string;
  state: StudyStateFilter;
  sort: StudyOrder;
}
/** The default filters, which apply if the address sets no filters. */
const usual = { text: '', state: 'current', sort: 'changed' } as const satisfies OwnStudiesFilters;
export const studyOrderChoices = [
  'changed',
  'title',
  'seats',
] as const satisfies readonly StudyOrder[];

const oneOf = <T extends string>(all: readonly T[], given: string | null, otherwise: T): T =>
  all.find((one) => one === given) ?? otherwise;

/**
 * Reads and changes the search, the state and the order, which the page's address stores. A new
 * state or order adds a step to the browser's history, which the back button undoes. Typing
 * replaces the last step; otherwise each letter would add a step.
 */
export function useOwnStudiesFilters() {
  const [params, setParams] = useSearchParams();
  const filters: OwnStudiesFilters = {
    text: params.get('text') ?? usual.text,
    state: oneOf(studyListFilters, params.get('state'), usual.state),
    sort: oneOf(studyOrderChoices, params.get('sort'), usual.sort),
  };
  const change = (next: Partial<OwnStudiesFilters>) =>
    setParams(
      (now) => {
        const all = { ...filters, ...next };
        for (const key of ['text', 'state', 'sort'] as const)
          if (all[key] === usual[key]) now.delete(key);
          else now.set(key, all[key]);
        return now;
      },
      { replace: next.state === undefined && next.sort === undefined },
    );
  return { filters, change, narrowed: filters.text !== '' || filters.state !== usual.state };
}

/**
 * Loads the person's own studies page by page. The previous rows stay on screen while new rows
 * load.
 */
export function useOwnStudies({ text, state, sort }: OwnStudiesFilters) {
  const list = useInfiniteQuery({
    ...pagedQuery<OwnStudy>(listStudies, {
      query: { scope: 'mine', state, sort, ...(text && { text }), limit: 50 },
    }),
    placeholderData: (before) => before,
  });
  return { ...list, studies: itemsOfPages(list.data), alike: hasOnlySimilarItems(list.data) };
}
