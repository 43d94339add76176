import { useQuery } from '@tanstack/react-query';
import { readClassReview } from '../../../../../../contracts/teaching/class-studies';
import type { Study } from '../../../../../../contracts/studies/studies';
import { call } from '../../../../lib/http/api';

/** An instructor may decide at any time, so the page asks again after this many milliseconds. */
const againMs = 60_000;

/** The review of a study of a class, read again after each change of the study: a launch would freeze something else. */
export function useClassReview({ _id: id, version }: Pick<Study, '_id' | 'version'>) {
  const send = { params: { id } };
  return useQuery({
    queryKey: [readClassReview.path, send, version],
    queryFn: ({ signal }) => call(readClassReview, send, { signal }),
    placeholderData: (before) => before,
    refetchInterval: ({ state }) => (state.data?.state === 'submitted' ? againMs : false),
  });
}
