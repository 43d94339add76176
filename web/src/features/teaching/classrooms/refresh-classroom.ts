import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { readGradebook } from '../../../../../contracts/teaching/credits';
import { endpointsOfClassroom } from '../../../lib/live/live-classrooms';

/** Refetches all data about classrooms that the page shows. */
export function useRefreshClassroom(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(async () => {
    await Promise.all(
      [...endpointsOfClassroom, readGradebook].map(({ path }) =>
        client.invalidateQueries({ queryKey: [path] }),
      ),
    );
  }, [client]);
}
