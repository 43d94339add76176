import { useQuery } from '@tanstack/react-query';
import { readClassReview } from '../../../../../../contracts/teaching/class-studies';
import type { Study } from '../../../../../../contracts/studies/studies';
import { call } from '../../../../lib/http/api';

/** The time between two requests in milliseconds: an instructor may decide at any time. */
const againMs = 60_000;

/**
 * Fetches the review of a class's study. It is refetched after each change of the study, since the
 * change may make an approval invalid.
 */
export function useClassReview({ _id: id, version }: Pick<Study, '_id' | 'version'>) {
  const send = { params: { id } };
  return useQuery({
    queryKey: [readClassReview.path, send, version],
    queryFn: ({ signal }) => call(readClassReview, send, { signal }),
    placeholderData: (before) => before,
    refetchInterval: ({ state }) => (state.data?.state === 'submitted' ? againMs : false),
  });
}
