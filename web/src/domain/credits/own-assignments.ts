import { useQueries } from '@tanstack/react-query';
import { limits } from '../../../../contracts/base/limits';
import { type Assignment, listAssignments } from '../../../../contracts/teaching/assignments';
import type { Classroom } from '../../../../contracts/teaching/classrooms';
import { query } from '../../lib/http/api';
import { useLiveTopics } from '../../lib/live/live-context';

/** An assignment, and the class in which the student gets it. */
export interface StudentAssignment {
  assignment: Assignment;
  classroom: Classroom;
}

/**
 * Fetches the assignments that a student has in these classes. An assignment of a course belongs to
 * all classes of the course, but the result contains it only once. It then names an open class of
 * the course, if there is one.
 */
export function useStudentAssignments(classes: readonly Classroom[]) {
  useLiveTopics(...classes.map(({ _id }) => `classroom:${_id}` as const));
  const answers = useQueries({
    queries: classes.map(({ _id }) =>
      query(listAssignments, { params: { id: _id }, query: { limit: limits.pageSizeMax } }),
    ),
  });
  const own = new Map<string, StudentAssignment>();
  for (const [i, classroom] of classes.entries())
    for (const assignment of answers[i]?.data?.items ?? []) {
      const known = own.get(assignment._id);
      if (!known || (known.classroom.state !== 'open' && classroom.state === 'open'))
        own.set(assignment._id, { assignment, classroom });
    }
  return {
    assignments: [...own.values()],
    error: answers.find(({ error, data }) => error !== null && !data)?.error ?? null,
    refetch: () => answers.forEach(({ refetch }) => void refetch()),
    isSettled: answers.every(({ isPending, failureCount }) => !isPending || failureCount > 0),
    isPending: answers.some(({ isPending }) => isPending),
  };
}
