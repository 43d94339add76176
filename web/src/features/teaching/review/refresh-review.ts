import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { listClassStudies, readClassReview } from '../../../../../contracts/teaching/class-studies';

/** Refetches a review and the list of the class's studies. */
export function useRefreshReview(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(async () => {
    await Promise.all(
      [readClassReview, listClassStudies].map(({ path }) =>
        client.invalidateQueries({ queryKey: [path] }),
      ),
    );
  }, [client]);
}
