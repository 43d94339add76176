import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { listStudies, type OwnStudy } from '../../../../contracts/studies/studies';
import { shownStates, type studyOrders } from '../../../../contracts/studies/study-list';
import { isAlike, itemsOf, pages } from '../../lib/http/pages';

export type ShownState = (typeof shownStates)[number];
export type StudyOrder = Exclude<(typeof studyOrders)[number], 'newest'>;
export interface Filters {
  text: string;
  state: ShownState;
  sort: StudyOrder;
}
/** The filters of an address without parameters. */
const usual = { text: '', state: 'current', sort: 'changed' } as const satisfies Filters;
export const orders = ['changed', 'title', 'seats'] as const satisfies readonly StudyOrder[];

const oneOf = <T extends string>(all: readonly T[], given: string | null, otherwise: T): T =>
  all.find((one) => one === given) ?? otherwise;

/**
 * The search, the state and the order, which are stored in the address. A new state or order is a
 * step in the browser's history, which the back button undoes; typing replaces the step, since
 * otherwise each letter would be one.
 */
export function useFilters() {
  const [params, setParams] = useSearchParams();
  const filters: Filters = {
    text: params.get('text') ?? usual.text,
    state: oneOf(shownStates, params.get('state'), usual.state),
    sort: oneOf(orders, params.get('sort'), usual.sort),
  };
  const change = (next: Partial<Filters>) =>
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
 * Loads the person's own studies page by page. The previous rows stay on screen while others load.
 */
export function useOwnStudies({ text, state, sort }: Filters) {
  const list = useInfiniteQuery({
    ...pages<OwnStudy>(listStudies, {
      query: { scope: 'mine', state, sort, ...(text && { text }), limit: 50 },
    }),
    placeholderData: (before) => before,
  });
  return { ...list, studies: itemsOf(list.data), alike: isAlike(list.data) };
}
