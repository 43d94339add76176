import { useQueries } from '@tanstack/react-query';
import type { Classroom } from '../../../../contracts/teaching/classrooms';
import { type ClassStudy, listClassStudies } from '../../../../contracts/teaching/class-studies';
import { query } from '../../lib/http/api';

/** A study that students built, with the class for which they built it. */
export interface StudyOfClass {
  study: ClassStudy;
  classroom: Classroom;
}

/**
 * Fetches the studies that students of these classes built. It skips classes in which students
 * build no studies.
 */
export function useClassStudies(classes: readonly Classroom[]) {
  const building = classes.filter(({ students_build }) => students_build);
  const answers = useQueries({
    queries: building.map(({ _id: id }) => ({
      ...query(listClassStudies, { params: { id } }),
      staleTime: 30_000,
    })),
  });
  return {
    studies: building.flatMap((classroom, i): StudyOfClass[] =>
      (answers[i]?.data?.items ?? []).map((study) => ({ study, classroom })),
    ),
    error: answers.find(({ error, data }) => error !== null && !data)?.error ?? null,
    refetch: () => answers.forEach(({ refetch }) => void refetch()),
    isSettled: answers.every(({ isPending, failureCount }) => !isPending || failureCount > 0),
  };
}
