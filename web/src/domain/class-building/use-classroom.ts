import { useQuery } from '@tanstack/react-query';
import { readClassroom } from '../../../../contracts/teaching/classrooms';
import { query } from '../../lib/http/api';

/**
 * Fetches the classroom for which a study is built.
 * @param id null if the study is not built for a class
 */
export const useClassroom = (id: string | null) =>
  useQuery({
    ...query(readClassroom, { params: { id: id ?? '' } }),
    enabled: id !== null,
    staleTime: 60_000,
  });
