import { useQuery } from '@tanstack/react-query';
import { limits } from '../../../../contracts/base/limits';
import { listClassrooms, type Classroom } from '../../../../contracts/teaching/classrooms';
import { useUser } from '../../lib/auth/user';
import { query } from '../../lib/http/api';

const none: readonly Classroom[] = [];

/**
 * Fetches the classrooms in which the signed-in person is a student; most people have none.
 * @param enabled whether the page needs the classrooms; if not, they are not fetched
 */
export function useStudentClasses(enabled = true) {
  const { user, loading } = useUser();
  const asks = enabled && user !== null;
  const { data, error, isPending, failureCount, refetch } = useQuery({
    ...query(listClassrooms, { query: { role: 'student', limit: limits.pageSizeMax } }),
    enabled: asks,
    staleTime: 60_000,
  });
  return {
    classes: data?.items ?? none,
    error: data ? null : error,
    refetch,
    /**
     * Whether the first request for the classrooms has succeeded or failed. After a failure the
     * page is shown without waiting for further attempts.
     */
    isSettled: asks ? !isPending || failureCount > 0 : !loading || !enabled,
  };
}
