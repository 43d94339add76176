import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { listCourseAssignments } from '../../../../../contracts/teaching/assignments';
import {
  listCourses,
  listOfferedCourses,
  readCourse,
} from '../../../../../contracts/teaching/courses';

/** Refetches all data about courses that the page shows. */
export function useRefreshCourses(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(async () => {
    await Promise.all(
      [listCourses, readCourse, listOfferedCourses, listCourseAssignments].map(({ path }) =>
        client.invalidateQueries({ queryKey: [path] }),
      ),
    );
  }, [client]);
}
