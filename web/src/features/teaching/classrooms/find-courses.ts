import { listOfferedCourses } from '../../../../../contracts/teaching/courses';
import { call } from '../../../lib/http/api';
import type { SearchedChoice } from '../searched-select';

/** Returns the query for the courses to which a classroom can belong, by title, code or term. */
export const findCourses = (text: string) => ({
  queryKey: [listOfferedCourses.path, 'choice', text] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<SearchedChoice[]> => {
    const { items } = await call(
      listOfferedCourses,
      { query: { ...(text && { text }), limit: 20 } },
      { signal },
    );
    return items.map(({ _id, title, code, term }) => ({
      value: _id,
      label: `${title} · ${code} · ${term}`,
    }));
  },
});
