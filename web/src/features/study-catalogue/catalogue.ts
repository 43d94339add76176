import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { listStudies, type StudyCard } from '../../../../contracts/studies/studies';
import { hasOnlySimilarItems, itemsOfPages, pagedQuery } from '../../lib/http/pages';

export interface CatalogueFilterValues {
  text: string;
  minutes: number | null;
  paid: boolean;
  /** Whether the list shows only studies that offer credit. */
  credit: boolean;
}
/**
 * The options of the duration filter, in minutes. At 5, 15 and 30 minutes, the label of a duration
 * changes, for example from "very short" (docs/specification.md, 9).
 */
export const minuteChoices = [5, 15, 30, 60] as const;

/**
 * The filters of the catalogue. They are stored in the address, so that a list can be sent to a
 * friend and survives the back button.
 */
export function useCatalogueFilters() {
  const [params, setParams] = useSearchParams();
  const minutes = Number(params.get('minutes'));
  const filters: CatalogueFilterValues = {
    text: params.get('text') ?? '',
    minutes: minuteChoices.some((m) => m === minutes) ? minutes : null,
    paid: params.get('paid') === '1',
    credit: params.get('credit') === '1',
  };
  const change = (next: Partial<CatalogueFilterValues>) =>
    setParams(
      (now) => {
        const all = { ...filters, ...next };
        const entries: [string, string][] = [
          ['text', all.text],
          ['minutes', all.minutes ? String(all.minutes) : ''],
          ['paid', all.paid ? '1' : ''],
          ['credit', all.credit ? '1' : ''],
        ];
        for (const [key, value] of entries)
          if (value) now.set(key, value);
          else now.delete(key);
        return now;
      },
      { replace: true },
    );
  const any = Boolean(filters.text || filters.minutes || filters.paid || filters.credit);
  return { filters, change, any };
}

/**
 * Fetches the public catalogue, page by page; the previous results stay on screen while a new
 * search loads.
 */
export function useCatalogue({ text, minutes, paid, credit }: CatalogueFilterValues) {
  const query = {
    ...(text && { text }),
    ...(minutes && { max_minutes: minutes }),
    ...(paid && { paid: 'true' }),
    ...(credit && { offers_credit: 'true' }),
    limit: 24,
  };
  const list = useInfiniteQuery({
    ...pagedQuery<StudyCard>(listStudies, { query }),
    placeholderData: (before) => before,
  });
  return { ...list, cards: itemsOfPages(list.data), alike: hasOnlySimilarItems(list.data) };
}
